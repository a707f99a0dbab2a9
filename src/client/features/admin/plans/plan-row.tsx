import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import rows from '#client/ui/sortable/sortable-row.module.css'
import text from '#client/ui/text/text.module.css'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { sayLimit, sayPrice } from '#shared/plan-words.ts'
import { PlanMenu } from './plan-menu.tsx'
import { formatAgentCount, formatPersonCount, saleOf } from './plan-texts.ts'
import classes from './plans-page.module.css'

export function PlanRow({ plan, handle }: { plan: AdminPlan; handle: ReactNode }) {
  const { id, displayName, priceText, monthlyMessageLimit, agents, people } = plan
  const sale = saleOf(plan)
  return (
    <div className={`${rows.row} ${classes.row}`} data-archived={plan.isArchived || undefined}>
      <div className={rows.handle}>{handle}</div>
      <Link
        to="/app/admin/planos/$planId/edit"
        params={{ planId: id }}
        className={`${rows.link} ${classes.link}`}
      >
        <Row as="span" gap={12} align="baseline">
          <span className={classes.name}>{displayName}</span>
          {priceText && <span className={classes.price}>{sayPrice(priceText)}</span>}
        </Row>
        <span className={text.hint}>
          {sayLimit(monthlyMessageLimit)} · {formatAgentCount(agents)}
        </span>
      </Link>
      <p className={classes.people}>
        <span className={classes.label}>Estão nele</span> {formatPersonCount(people)}
      </p>
      <p className={classes.sale} data-state={sale.state}>
        {sale.text}
      </p>
      <PlanMenu plan={plan} />
    </div>
  )
}
