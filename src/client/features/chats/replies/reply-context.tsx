import { lazy, Suspense, useState } from 'react'
import { ContextChip } from '#client/entities/business/context-chip.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Citation } from '#shared/contract/citations.ts'
import type { Grounding, Message } from '#shared/contract/messages.ts'
import classes from './reply-context.module.css'
import { ReplyContextSheet } from './reply-context-sheet.tsx'

const CitationSheet = lazy(() => import('./citation-sheet.tsx').then((it) => ({ default: it.CitationSheet })))

const keyOf = ({ kind, id }: Grounding) => `${kind}:${id}`
const chosenFirst = (one: Grounding, other: Grounding) => Number(other.isChosen) - Number(one.isChosen)

/** The first citation of each source. */
const sourcesOf = ({ citations = [] }: Message): Citation[] =>
  [...new Map(citations.toReversed().map((it) => [it.sourceId ?? it.sourceName, it])).values()].sort(
    (one, other) => one.number - other.number,
  )

/** The context of a reply under the names of that time; and the sources that it cites; each chip opens the fields or the passage that the model read. */
export function ReplyContext({ message, agentName }: { message: Message; agentName: string }) {
  const [opened, setOpened] = useState<Grounding | null>(null)
  const [cited, setCited] = useState<Citation | null>(null)
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
        {sourcesOf(message).map((citation) => (
          <li key={`source:${citation.number}`}>
            <ContextChip
              item={{ kind: 'source', name: citation.sourceName }}
              onOpen={() => setCited(citation)}
            />
          </li>
        ))}
      </Row>
      {cited && (
        <Suspense>
          <CitationSheet messageId={message.id} citation={cited} onClose={() => setCited(null)} />
        </Suspense>
      )}
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
