import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import callout from '#client/ui/feedback/callout.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { userQueries } from './users.api.ts'

/** Names the people whose paid plan is hidden by one that lacks a part of it. */
export function HeldBackAlert() {
  const { data = [] } = useQuery(userQueries.heldBack())
  if (data.length === 0) return null
  return (
    <Row gap={12} align="start" wrap={false} className={callout.root} data-tone="danger">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <Stack as="ul" gap={8} aria-label="Quem paga e não recebe tudo">
        {data.map(({ userId, name, paidPlan, effectivePlan }) => (
          <li key={`${userId} ${paidPlan}`}>
            <Link to="/app/admin/users/$userId/edit" params={{ userId }}>
              {name}
            </Link>{' '}
            paga o {paidPlan}, mas vale o {effectivePlan}, que não dá tudo o que o {paidPlan} dá.
          </li>
        ))}
      </Stack>
    </Row>
  )
}
