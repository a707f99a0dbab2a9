import { IconRefresh } from '@tabler/icons-react'
import { Fragment, lazy, memo, Suspense } from 'react'
import { isSameContext } from '#client/entities/business/context-items.ts'
import parts from '#client/entities/chats/chat-parts.module.css'
import { ReplySteps } from '#client/entities/chats/reply-steps.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './test-chat-messages.module.css'
import type { TestSetup, TestTurn } from './test-chat-session.ts'

export const loadReplyText = () => import('#client/entities/collections/cited-reply.tsx')

const CitedReply = lazy(() => loadReplyText().then((it) => ({ default: it.CitedReply })))

type Props = {
  turns: readonly TestTurn[]
  who: string
  onRepeat: () => void
}

export function TestTurns({ turns, who, onRepeat }: Props) {
  const last = turns.at(-1)
  return (
    <>
      {turns.map((turn, index) => {
        const before = turns[index - 1]
        const changed = before && changedText(before.setup, turn.setup)
        return (
          <Fragment key={turn.id}>
            {changed && (
              <Row as="p" gap={12} wrap={false} className={classes.change}>
                {changed}
              </Row>
            )}
            <Turn turn={turn} who={who} onRepeat={turn === last ? onRepeat : undefined} />
          </Fragment>
        )
      })}
      <p role="status" className="visually-hidden">
        {last && STATE_TEXTS[last.state]}
      </p>
    </>
  )
}

const STATE_TEXTS: Record<TestTurn['state'], string> = {
  running: 'O agente está respondendo',
  done: 'Resposta concluída',
  stopped: 'Resposta interrompida',
  failed: 'A resposta falhou',
}

function changedText(before: TestSetup, after: TestSetup): string | null {
  const parts = [
    before.systemPrompt !== after.systemPrompt && 'instruções',
    before.model !== after.model && 'modelo',
    before.name !== after.name && 'nome',
    !isSameContext(before.items, after.items) && 'contexto',
    before.collectionIds.join() !== after.collectionIds.join() && 'acervo',
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return `Mudou: ${new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(parts)}`
}

type TurnProps = { turn: TestTurn; who: string; onRepeat: (() => void) | undefined }

const Turn = memo(
  function Turn({ turn, who, onRepeat }: TurnProps) {
    const { question, reply, steps, citations, state, problem } = turn
    const isRunning = state === 'running'
    return (
      <>
        <p className={`${parts.bubble} ${classes.question}`}>
          <span className="visually-hidden">Você: </span>
          {question}
        </p>
        <Stack
          as="article"
          className={classes.reply}
          aria-label={`Resposta de teste de ${who}`}
          aria-busy={isRunning}
        >
          <ReplySteps steps={steps} />
          {reply !== '' && (
            <Suspense fallback={<p className={classes.plain}>{reply}</p>}>
              <CitedReply text={reply} citations={citations} isLive={isRunning} />
            </Suspense>
          )}
          {isRunning && reply === '' && (
            <span
              className={`${parts.dots} ${classes.dots}`}
              role="img"
              aria-label="O agente está preparando a resposta"
            >
              <i />
              <i />
              <i />
            </span>
          )}
          {state === 'stopped' && <p className={parts.note}>Resposta interrompida por você.</p>}
          {problem && (
            <p className={parts.note} data-failure>
              {problem}
            </p>
          )}
          {!isRunning && (
            <Row gap={4} wrap={false} className={classes.actions}>
              {reply !== '' && <CopyButton text={reply} label="Copiar a resposta" />}
              {onRepeat && (
                <button type="button" className={classes.again} onClick={onRepeat}>
                  <IconRefresh size={18} stroke={1.75} aria-hidden />
                  {state === 'failed' ? 'Tentar de novo' : 'Responder de novo'}
                </button>
              )}
            </Row>
          )}
        </Stack>
      </>
    )
  },
  // `onRepeat` changes with each render; only its presence affects the output.
  (before, after) =>
    before.turn === after.turn && before.who === after.who && !before.onRepeat && !after.onRepeat,
)
