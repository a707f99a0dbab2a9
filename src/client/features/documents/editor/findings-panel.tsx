import { Button, NativeSelect } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { CHANNEL_NAMES, resultText, SEVERITY_NAMES } from '#client/entities/reviews/review-texts.ts'
import { RuleSource } from '#client/entities/reviews/rule-source.tsx'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Channel } from '#shared/revisor/rules.ts'
import { EditorPanel } from './editor-panel.tsx'
import classes from './findings-panel.module.css'
import { useFindings } from './use-findings.ts'

const CHANNEL_OPTIONS = selectOptions(CHANNEL_NAMES)

type Props = {
  editor: Editor
  /** Undefined for a new document, which has no remarks. */
  documentId: string | undefined
  onClose: () => void
}

/** The findings of the code's rules beside the text, each of which selects its words there. */
export function FindingsPanel({ editor, documentId, onClose }: Props) {
  const { channel, setChannel, review, isStale, shown, noted, select, ask, isAsking, error, isEmpty } =
    useFindings({ editor, documentId })
  const leave = () => {
    onClose()
    editor.commands.focus()
  }
  return (
    <EditorPanel title="Achados" onLeave={leave}>
      <p role="status">
        {isEmpty && 'Escreva alguma coisa antes de revisar.'}
        {isAsking && 'Revisando…'}
        {!isAsking &&
          review &&
          resultText({
            open: shown.length,
            noted: noted.length,
            rulesDate: review.rulesDate,
            stale: isStale ? 'text' : undefined,
          })}
      </p>
      <FormAlert>{error ? errorText(error) : undefined}</FormAlert>
      <Stack as="ol" gap={12} className={classes.list}>
        {shown.map(({ finding, rule, id: mark }) => (
          <li key={mark} className={classes.finding} data-severity={finding.severity}>
            <p className={classes.severity}>{SEVERITY_NAMES[finding.severity]}</p>
            <h3 className={classes.rule}>{rule.title}</h3>
            <button type="button" className={classes.quote} onClick={() => select(mark)}>
              <span className="visually-hidden">Mostrar no texto: </span>“{finding.quote}”
            </button>
            <p>{rule.why}</p>
            {rule.suggestion !== '' && <p className={text.hint}>{rule.suggestion}</p>}
            <RuleSource rule={rule} />
          </li>
        ))}
      </Stack>
      <NativeSelect
        label="Onde vai sair"
        size="md"
        data={CHANNEL_OPTIONS}
        value={channel}
        onChange={({ currentTarget }) => setChannel(currentTarget.value as Channel)}
      />
      <Button variant="default" loading={isAsking} onClick={ask}>
        Revisar de novo
      </Button>
      <p className={text.hint}>
        Preços, provas e a leitura do modelo ficam em Revisar, na página do documento. Nenhum achado não quer
        dizer que o texto pode sair.
      </p>
    </EditorPanel>
  )
}
