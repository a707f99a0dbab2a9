import { Link } from '@tanstack/react-router'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { formatRelative } from '#client/lib/text/format.ts'
import { LoadMoreButton, type LoadMoreState } from '#client/ui/buttons/load-more-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { FeedbackItem, FeedbackState } from '#shared/contract/feedback.ts'
import { linesOf } from './feedback-cache.ts'
import classes from './feedback-page.module.css'
import type { FeedbackSearch } from './feedback-search.ts'

type Props = {
  list: LoadMoreState
  items: readonly FeedbackItem[]
  search: FeedbackSearch
  /** The one that is open. */
  shown: string | undefined
  isStale: boolean
}

/** The queue, the newest thumb first. */
export function FeedbackList({ list, items, search, shown, isStale }: Props) {
  return (
    <section className={classes.queue} aria-label="Fila de avaliações" aria-busy={isStale}>
      <ul className={classes.items} data-stale={isStale || undefined}>
        {items.map((item) => (
          <li key={item.messageId}>
            <Link
              to="/app/admin/avaliacoes"
              search={{ ...search, message: item.messageId }}
              className={classes.item}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={item.messageId === shown ? 'true' : undefined}
            >
              <Row item={item} hasState={search.state === 'all'} />
            </Link>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </section>
  )
}

const STATE_WORDS: Record<FeedbackState, string> = {
  open: 'Esperando',
  done: 'Resolvida',
  ignored: 'Ignorada',
}

function Row({ item, hasState }: { item: FeedbackItem; hasState: boolean }) {
  const { agent, person, reason, feedbackAt, state } = item
  return (
    <>
      <Portrait photoUrl={agent.photoUrl} name={agent.name} size={40} className={classes.face} isLazy />
      <Stack as="span" gap={4} className={classes.words}>
        <span className={classes.reason}>{linesOf(reason).join(' · ') || 'Sem motivo escrito'}</span>
        <span className={classes.about}>
          {shortNameOf(agent.name)}, para {person.name}
        </span>
        <span className={classes.about}>
          {hasState && `${STATE_WORDS[state]} · `}
          {formatRelative(feedbackAt)}
        </span>
      </Stack>
    </>
  )
}

const ROWS = ['a', 'b', 'c', 'd'] as const

/** The queue and what stands beside it, before either is there. */
export function WaitingList() {
  return (
    <div role="status" aria-label="Carregando as avaliações" className={classes.desk}>
      <div className={classes.queue} aria-hidden>
        {ROWS.map((row) => (
          <div key={row} className={`${classes.itemGap} skeleton`} />
        ))}
      </div>
      <div className={`${classes.detailGap} skeleton`} aria-hidden />
    </div>
  )
}
