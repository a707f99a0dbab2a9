import { UsageBar } from '#client/components/usage-bar.tsx'
import { planSheet } from '#client/lib/plan-sheet.ts'
import { leftOf, leftText } from '#client/lib/usage-texts.ts'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import classes from './usage-note.module.css'

/** How many of the month's messages are left, above the composer, and what can be done about it. */
export function UsageNote({ usage }: { usage: MonthlyUsage }) {
  const isOver = leftOf(usage) === 0
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
