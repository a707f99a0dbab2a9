import { IconThumbDown } from '@tabler/icons-react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { Markdown } from '#client/markdown/markdown.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { FeedbackDetail } from '#shared/contract/feedback.ts'
import classes from './surrounding-messages.module.css'

type Turn = FeedbackDetail['exchange'][number]

/** What was said around the reply, which comes last. */
export function SurroundingMessages({ detail }: { detail: FeedbackDetail }) {
  const { exchange, agent, person } = detail
  return (
    <Stack as="ol" gap={24} aria-label="A conversa em volta da resposta">
      {exchange.map((turn, index) => (
        <Stack
          as="li"
          gap={4}
          key={turn.id}
          className={classes.turn}
          data-sender={turn.sender}
          data-rated={index === exchange.length - 1 || undefined}
        >
          <Who turn={turn} name={turn.sender === 'human' ? person.name : shortNameOf(agent.name)} />
          {index === exchange.length - 1 && (
            <Row as="p" gap={4} wrap={false} className={classes.mark}>
              <IconThumbDown size={18} aria-hidden /> Desta a pessoa não gostou
            </Row>
          )}
          {turn.sender === 'human' ? (
            <p className={classes.said}>{turn.content}</p>
          ) : (
            <Markdown text={turn.content} />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

const ENDED: Partial<Record<Turn['status'], string>> = {
  stopped: 'parada pela pessoa',
  error: 'falhou no meio',
  interrupted: 'interrompida',
}

function Who({ turn, name }: { turn: Turn; name: string }) {
  const ended = ENDED[turn.status]
  return (
    <h3 className={classes.who}>
      {name}
      {ended && <span className={classes.ended}>, {ended}</span>}
    </h3>
  )
}
