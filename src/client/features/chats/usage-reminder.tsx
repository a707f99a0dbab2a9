import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { UsageBar } from '#client/entities/billing/usage-bar.tsx'
import { leftText, remainingMessages } from '#client/entities/billing/usage-text.ts'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import classes from './usage-reminder.module.css'

/** How many of the month's messages are left, above the composer, and what can be done about it. */
export function UsageReminder({ usage }: { usage: MonthlyUsage }) {
  const isOver = remainingMessages(usage) === 0
  return (
    <section aria-label="Mensagens do mês" className={classes.note}>
      <p role="status" className={classes.words}>
        {leftText(usage)}
      </p>
      <div className={classes.bar}>
        <UsageBar usage={usage} />
      </div>
      <button type="button" className={classes.more} onClick={() => planSheet.open({ why: 'quota' })}>
        {isOver ? 'Como continuar' : 'Ver opções'}
      </button>
    </section>
  )
}
