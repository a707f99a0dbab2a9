import { formatMoment } from '#client/lib/text/format.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Report } from '#shared/contract/reports.ts'
import classes from './report-answer.module.css'

/** The administrators' answer to a report; nothing while it is open. */
export function ReportAnswer({ report: { answer, answeredAt } }: { report: Report }) {
  if (answer === null || answeredAt === null) return null
  return (
    <Stack as="blockquote" gap={4} className={classes.answer}>
      <span className={text.small}>A administração respondeu em {formatMoment(answeredAt)}</span>
      <p className={classes.words}>{answer}</p>
    </Stack>
  )
}
