import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Plan } from '#shared/contract/plans.ts'
import { sayPrice, sayTrial } from '#shared/plan-words.ts'
import classes from './plan-ticket.module.css'

type Props = {
  plan: Pick<Plan, 'displayName' | 'description' | 'priceText'>
  includes: readonly string[]
  isCurrent?: boolean
  /** Days before the first charge; 0 for none. */
  trialDays?: number
  children: ReactNode
}

/** A plan: benefits above, price and actions (`children`) on the stub. */
export function PlanTicket({ plan, includes, isCurrent = false, trialDays = 0, children }: Props) {
  const { displayName, description, priceText } = plan
  return (
    <div className={classes.ticket} data-current={isCurrent || undefined}>
      <div className={classes.body}>
        <h3 className={classes.name}>{displayName}</h3>
        {description && <p className={classes.description}>{description}</p>}
        <ul aria-label="Inclui" className={classes.includes}>
          {includes.map((line) => (
            <li key={line}>
              <IconCheck size={18} stroke={2.2} aria-hidden />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.stub}>
        {priceText && <p className={classes.price}>{sayPrice(priceText)}</p>}
        {trialDays > 0 && <p className={classes.trial}>{sayTrial(trialDays, priceText !== null)}</p>}
        {children}
      </div>
    </div>
  )
}
