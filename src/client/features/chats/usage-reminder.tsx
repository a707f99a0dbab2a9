import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { UsageBar } from '#client/entities/billing/usage-bar.tsx'
import { leftText, remainingMessages } from '#client/entities/billing/usage-text.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import classes from './chat-footer.module.css'

/** The remaining messages of the month, with a link to the plans. */
export function UsageReminder({ usage }: { usage: MonthlyUsage }) {
  const isOver = remainingMessages(usage) === 0
  return (
    <Row as="section" gap={12} aria-label="Mensagens do mês" className={textClasses.small}>
      <p role="status" className={classes.words}>
        {leftText(usage)}
      </p>
      <div className={classes.bar}>
        <UsageBar usage={usage} />
      </div>
      <button type="button" className={textButton.root} onClick={() => planSheet.open({ why: 'quota' })}>
        {isOver ? 'Como continuar' : 'Ver opções'}
      </button>
    </Row>
  )
}
