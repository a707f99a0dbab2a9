import { type ReactNode, useId } from 'react'
import classes from './me.module.css'

type Props = { title: string; lead?: string; children: ReactNode }

/** A chapter of the profile: its name on the margin, its matter beside it. */
export function MeSection({ title, lead, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.margin}>
        <h2 id={id}>{title}</h2>
        {lead && <p className={classes.soft}>{lead}</p>}
      </div>
      <div className={classes.matter}>{children}</div>
    </section>
  )
}
