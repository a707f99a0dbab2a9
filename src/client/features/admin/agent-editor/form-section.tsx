import { type ReactNode, useId } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './form-section.module.css'

type Props = {
  title: string
  lead?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** Some fields of the agent that belong together. */
export function FormSection({ title, lead, action, children }: Props) {
  const id = useId()
  return (
    <Stack as="section" gap={20} aria-labelledby={id} className={classes.section}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {action}
        {lead && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </Stack>
  )
}
