import { IconCheck } from '@tabler/icons-react'
import { Row } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { ReplyStep } from '#shared/contract/messages.ts'
import classes from './reply-steps.module.css'
import { stepLines } from './step-texts.ts'

/** The tools that a reply used, above its text; nothing until the first use has ended. */
export function ReplySteps({ steps }: { steps: readonly ReplyStep[] }) {
  const lines = stepLines(steps)
  if (lines.length === 0) return null
  return (
    <ul className={`${classes.steps} ${textClasses.small}`} aria-label="Passos desta resposta">
      {lines.map(({ name, text }) => (
        <Row as="li" key={name} gap={8} wrap={false}>
          <IconCheck size={16} stroke={1.75} className={classes.mark} aria-hidden />
          <span className={classes.text}>{text}</span>
        </Row>
      ))}
    </ul>
  )
}
