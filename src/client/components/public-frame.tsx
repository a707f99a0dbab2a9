import type { ReactNode } from 'react'
import classes from './public-frame.module.css'
import { HomeLink } from './wordmark.tsx'

/** What surrounds a message when no other layout does. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <HomeLink to="/" />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
