import type { ReactNode } from 'react'
import classes from './empty-example.module.css'
import { StateMessage } from './state-message.tsx'

type Props = {
  title: string
  /** Why it is worth the while. */
  children: string
  /** Where the first one begins. */
  action: ReactNode
  example: { name: string; lines: readonly string[] }
}

/** What stands where nothing is kept yet: what it is good for, and what one looks like. */
export function EmptyExample({ title, children, action, example }: Props) {
  return (
    <div className={classes.root}>
      <StateMessage title={title} actions={action}>
        {children}
      </StateMessage>
      <figure className={classes.example}>
        <figcaption className={classes.caption}>Um exemplo</figcaption>
        <p className={classes.name}>{example.name}</p>
        {example.lines.map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
      </figure>
    </div>
  )
}
