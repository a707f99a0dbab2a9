import { Link } from '@tanstack/react-router'
import { Row } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'

const TABS = [
  { to: '/app/admin/avaliacoes', label: 'Avaliações' },
  { to: '/app/admin/denuncias', label: 'Denúncias' },
] as const

/** Between the ratings and the reports of replies. */
export const ReviewTabs = () => (
  <Row as="nav" gap={4} wrap={false} aria-label="Avaliações e denúncias">
    {TABS.map(({ to, label }) => (
      <Link key={to} to={to} className={tabs.tab} activeOptions={{ includeSearch: false }}>
        {label}
      </Link>
    ))}
  </Row>
)
