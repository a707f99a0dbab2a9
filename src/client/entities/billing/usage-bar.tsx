import type { CSSProperties } from 'react'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import { isNearLimit } from './subscription.api.ts'
import classes from './usage-bar.module.css'
import { usedText } from './usage-text.ts'

type Props = { usage: Pick<MonthlyUsage, 'used' | 'limit'> }

export function UsageBar({ usage }: Props) {
  const { used, limit } = usage
  const part = limit === 0 ? 1 : Math.min(1, used / limit)
  const whole = Math.max(limit, 1)
  return (
    <div
      className={classes.bar}
      data-near={isNearLimit(usage) || undefined}
      data-over={used >= limit || undefined}
      style={{ '--part': part } as CSSProperties}
    >
      {/* Hidden: its look cannot be styled in all browsers. */}
      <meter
        aria-label="Mensagens usadas neste mês"
        min={0}
        max={whole}
        value={Math.min(used, whole)}
        className="visually-hidden"
      >
        {usedText(usage)}
      </meter>
    </div>
  )
}
