import { Link } from '@tanstack/react-router'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './feedback-page.module.css'
import type { FeedbackSearch } from './feedback-search.ts'

const STATES = [
  { state: 'open', label: 'Esperando' },
  { state: 'done', label: 'Resolvidas' },
  { state: 'ignored', label: 'Ignoradas' },
  { state: 'all', label: 'Todas' },
] as const

/** What became of them. */
export function StateTabs({ search }: { search: FeedbackSearch }) {
  const { state: shown = 'open', message: _message, ...rest } = search
  return (
    <Row as="nav" gap={4} wrap={false} aria-label="Situação" className={classes.tabs}>
      {STATES.map(({ state, label }) => (
        <Link
          key={state}
          to="/app/admin/avaliacoes"
          search={{ ...rest, state }}
          replace
          resetScroll={false}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={state === shown ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </Row>
  )
}
