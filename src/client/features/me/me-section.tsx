import { type ReactNode, useId } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './me.module.css'

type Props = {
  title: string
  lead?: string
  /** The fragment of addresses that lead to it. */
  place?: string
  children: ReactNode
}

/** A section of the profile: heading on the left, content on the right. */
export function MeSection({ title, lead, place, children }: Props) {
  const id = useId()
  return (
    <Stack as="section" id={place} gap={20} aria-labelledby={id} className={classes.section}>
      <Stack className={classes.matter}>
        <h2 id={id}>{title}</h2>
        {lead && <p className={classes.soft}>{lead}</p>}
      </Stack>
      <Stack gap={20} align="start" className={classes.matter}>
        {children}
      </Stack>
    </Stack>
  )
}
