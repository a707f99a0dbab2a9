import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconBulb } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { onEscape } from '#client/lib/browser/on-escape.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { ReviewNote, ReviewNoteKind, ReviewRule } from '#shared/contract/reviews.ts'
import { NoteForm } from './note-form.tsx'
import { ProofFileLine } from './proof-file-field.tsx'
import { ProofSourceLine } from './proof-source-field.tsx'
import { SEVERITY_NAMES } from './review-texts.ts'
import classes from './reviews.module.css'
import { RuleSource } from './rule-source.tsx'
import type { NewNote, ShownFinding } from './use-review.ts'
import { useSpanRewrite } from './use-span-rewrite.ts'

const SEVERITY_ICONS = { block: IconBan, risk: IconAlertTriangle, improve: IconBulb } as const

type Props = {
  finding: ShownFinding
  rule: ReviewRule
  /** The text is a document, whose remarks may have files. */
  isStored: boolean
  /** Selects the words in the text. */
  onSelect: () => void
  /** Replaces the words by another version. */
  onTake: (after: string) => void
  onNote: (note: NewNote) => Promise<void>
}

/** One finding: the words, the rule with its source, and what to do about it. */
export function FindingCard({ finding, rule, isStored, onSelect, onTake, onNote }: Props) {
  const id = useId()
  const [noting, setNoting] = useState<ReviewNoteKind>()
  const rewrite = useSpanRewrite()
  const words = useRef<HTMLButtonElement>(null)
  // The pressed button goes with the form or the answer.
  const leave = (close: () => void) => () => {
    close()
    words.current?.focus()
  }
  const isBusy = noting !== undefined || rewrite.state === 'running' || rewrite.state === 'done'
  return (
    <Stack
      as="article"
      gap={12}
      aria-labelledby={id}
      className={classes.card}
      data-severity={finding.severity}
    >
      <SeverityMark finding={finding} />
      <h3 id={id} className={classes.rule}>
        {rule.title}
      </h3>
      <button type="button" ref={words} className={classes.quote} onClick={onSelect} title="Mostrar no texto">
        <span className="visually-hidden">Mostrar no texto: </span>“{finding.quote}”
      </button>
      {finding.detail && <p>{finding.detail}</p>}
      <p>{rule.why}</p>
      {rule.suggestion && <p className={text.hint}>{rule.suggestion}</p>}
      <RuleSource rule={rule} />
      <RewriteResult finding={finding} rewrite={rewrite} onTake={onTake} onLeave={leave(rewrite.leave)} />
      {noting && (
        <NoteForm
          kind={noting}
          takesFile={isStored}
          onSave={(note) => onNote({ kind: noting, ...note })}
          onCancel={leave(() => setNoting(undefined))}
        />
      )}
      {!isBusy && (
        <Row gap={8}>
          <Button size="sm" onClick={() => void rewrite.ask(finding, rule)}>
            Reescrever
          </Button>
          <Button size="sm" variant="default" onClick={() => setNoting('proved')}>
            Tenho prova
          </Button>
          <Button size="sm" variant="default" onClick={() => setNoting('ignored')}>
            Ignorar
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function SeverityMark({ finding: { severity, isByModel } }: { finding: ShownFinding }) {
  const Icon = SEVERITY_ICONS[severity]
  return (
    <p className={classes.severity}>
      <Icon size={18} stroke={2} aria-hidden />
      {SEVERITY_NAMES[severity]}
      {isByModel && <span className={classes.by}>pela leitura do modelo</span>}
    </p>
  )
}

type ResultProps = Pick<Props, 'finding' | 'onTake'> & {
  rewrite: ReturnType<typeof useSpanRewrite>
  onLeave: () => void
}

function RewriteResult({ finding, rewrite, onTake, onLeave }: ResultProps) {
  const { state, after, problem } = rewrite
  const answer = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  useEffect(() => {
    if (state === 'running' || state === 'done') answer.current?.focus()
  }, [state])
  if (state === 'failed') return <FormAlert>{problem}</FormAlert>
  if (state === 'idle') return null
  return (
    <Stack gap={12} ref={answer} tabIndex={-1} className={classes.answer} onKeyDown={onEscape(onLeave)}>
      <p role="status" className={text.hint}>
        {state === 'running' ? 'Escrevendo… Conta como uma mensagem.' : 'Nada muda até você usar.'}
      </p>
      {state === 'running' && after !== '' && <p>{after}</p>}
      {state === 'done' && <TextDiff before={finding.quote} after={after} label="O que muda" />}
      <Row gap={8}>
        {state === 'done' && (
          <Button size="sm" onClick={() => onTake(after)}>
            Usar esta versão
          </Button>
        )}
        <Button size="sm" variant="default" onClick={onLeave}>
          {state === 'running' ? 'Parar' : 'Deixar como está'}
        </Button>
      </Row>
    </Stack>
  )
}

type NotedProps = {
  finding: ShownFinding
  rule: ReviewRule
  note: ReviewNote
  onSelect: () => void
  onUndo: () => Promise<void>
}

/** A finding that the user ignores or has proved. */
export function NotedFinding({ finding, rule, note, onSelect, onUndo }: NotedProps) {
  const [problem, setProblem] = useState<string>()
  return (
    <Stack as="article" gap={8} className={classes.card} aria-label={rule.title}>
      <p className={classes.severity}>{note.kind === 'proved' ? 'Com prova' : 'Ignorado'}</p>
      <h3 className={classes.rule}>{rule.title}</h3>
      <button type="button" className={classes.quote} onClick={onSelect} title="Mostrar no texto">
        <span className="visually-hidden">Mostrar no texto: </span>“{finding.quote}”
      </button>
      {note.reason && <p className={classes.reason}>{note.reason}</p>}
      {note.source && <ProofSourceLine source={note.source} />}
      {note.file && <ProofFileLine file={note.file} />}
      <FormAlert>{problem}</FormAlert>
      <Row>
        <Button
          size="sm"
          variant="default"
          onClick={() => onUndo().catch((error: unknown) => setProblem(errorText(error)))}
        >
          Desfazer
        </Button>
      </Row>
    </Stack>
  )
}
