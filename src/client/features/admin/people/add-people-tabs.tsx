import { Link } from '@tanstack/react-router'
import { Row } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'
import classes from './people.module.css'

const WAYS = [
  { way: 'convite', label: 'Convidar' },
  { way: 'planilha', label: 'Planilha' },
  { way: 'convites', label: 'Convites' },
  { way: 'senha', label: 'Com senha' },
] as const
export type Way = (typeof WAYS)[number]['way']

/** The way of adding people in the address; an invitation by default. */
export const wayOf = ({ como }: Record<string, unknown>): Way =>
  WAYS.find(({ way }) => way === como)?.way ?? 'convite'

/** The ways of adding people, as links. */
export const AddPeopleTabs = ({ shown }: { shown: Way }) => (
  <Row as="nav" gap={4} wrap={false} aria-label="Como adicionar" className={`${tabs.views} ${classes.views}`}>
    {WAYS.map(({ way, label }) => (
      <Link
        key={way}
        to="/app/admin/users/new"
        // The address of this page has no schema of its own, which would load with every page.
        search={{ como: way } as never}
        className={tabs.option}
        aria-current={way === shown ? 'page' : undefined}
        activeProps={{}}
      >
        {label}
      </Link>
    ))}
  </Row>
)
