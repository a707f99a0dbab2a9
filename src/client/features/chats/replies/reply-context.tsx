import { useState } from 'react'
import { ContextChip } from '#client/entities/business/context-chip.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Grounding, Message } from '#shared/contract/messages.ts'
import classes from './reply-context.module.css'
import { ReplyContextSheet } from './reply-context-sheet.tsx'

const keyOf = ({ kind, id }: Grounding) => `${kind}:${id}`
const chosenFirst = (one: Grounding, other: Grounding) => Number(other.isChosen) - Number(one.isChosen)

/** The context of a reply under the names of that time; each chip opens the fields that the model read. */
export function ReplyContext({ message, agentName }: { message: Message; agentName: string }) {
  const [opened, setOpened] = useState<Grounding | null>(null)
  return (
    <Row className={classes.basedOn}>
      <span className={classes.label} aria-hidden>
        Baseado em
      </span>
      <Row as="ul" className={classes.chips} aria-label="Baseado em">
        {message.groundedOn.toSorted(chosenFirst).map((ground) => (
          <li key={keyOf(ground)}>
            <ContextChip item={ground} isQuiet={!ground.isChosen} onOpen={() => setOpened(ground)} />
          </li>
        ))}
      </Row>
      {opened && (
        <ReplyContextSheet
          message={message}
          agentName={agentName}
          ground={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Row>
  )
}
