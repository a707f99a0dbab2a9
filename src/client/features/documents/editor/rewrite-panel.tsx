import { Button, Textarea } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { Markdown } from '#client/markdown/markdown.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { RewriteChange } from '#shared/contract/rewrites.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { EditorPanel } from './editor-panel.tsx'
import classes from './rewrite-panel.module.css'
import { useRewrite } from './use-rewrite.ts'

const CHANGES: readonly { change: Exclude<RewriteChange, 'own'>; label: string }[] = [
  { change: 'shorter', label: 'Mais curto' },
  { change: 'direct', label: 'Mais direto' },
  { change: 'voice', label: 'Outra voz' },
]

type Props = { editor: Editor; isHidden: boolean; onClose: () => void }

/** Rewrites the selection beside it: asks how, streams, shows the difference, and leaves the choice to the user. */
export function RewritePanel({ editor, isHidden, onClose }: Props) {
  const rewrite = useRewrite(editor, onClose)
  const { state, after, before, problem } = rewrite
  const leave = () => {
    onClose()
    editor.commands.focus()
  }
  return (
    <EditorPanel title="Reescrever" isHidden={isHidden} onLeave={leave}>
      {state === 'running' && (
        <Stack gap={12}>
          <p role="status" className={text.hint}>
            Escrevendo…
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <section className={classes.text} aria-label="Nova versão" tabIndex={0}>
            <Markdown text={after} level={3} isLive />
          </section>
          <Button variant="default" onClick={rewrite.stop}>
            Parar
          </Button>
        </Stack>
      )}
      {state === 'done' && (
        <Stack gap={12}>
          <TextDiff before={before} after={after} label="O que muda" />
          <Row gap={12}>
            <Button onClick={rewrite.take}>Usar esta versão</Button>
            <Button variant="default" onClick={leave}>
              Deixar como está
            </Button>
          </Row>
        </Stack>
      )}
      <FormAlert>{problem}</FormAlert>
      {state !== 'running' && <Request isAgain={state === 'done'} onAsk={rewrite.ask} />}
    </EditorPanel>
  )
}

type RequestProps = { isAgain: boolean; onAsk: (change: RewriteChange, request?: string) => void }

function Request({ isAgain, onAsk }: RequestProps) {
  const [request, setRequest] = useState('')
  const [error, setError] = useState<string>()
  const handleAsk = () => {
    if (request.trim() === '') setError('Diga como reescrever')
    else onAsk('own', request.trim())
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter would submit the document's form.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    handleAsk()
  }
  return (
    <Stack gap={12} className={isAgain ? classes.again : undefined}>
      <Row gap={8}>
        {CHANGES.map(({ change, label }) => (
          <Button key={change} variant="default" onClick={() => onAsk(change)}>
            {label}
          </Button>
        ))}
      </Row>
      <Textarea
        label="Pedido próprio"
        size="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={REWRITE_LIMITS.requestLength}
        placeholder="Em forma de lista, para quem está começando"
        value={request}
        error={error}
        onKeyDown={handleKeyDown}
        onChange={({ currentTarget }) => {
          setRequest(currentTarget.value)
          setError(undefined)
        }}
      />
      <Button variant={isAgain ? 'default' : 'filled'} onClick={handleAsk}>
        Reescrever assim
      </Button>
      <p className={text.hint}>Cada versão conta como uma mensagem. Nada muda até você usar.</p>
    </Stack>
  )
}
