import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './public-frame.module.css'
import { Wordmark } from './wordmark.tsx'

/** What surrounds a message when no other layout does. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.home} aria-label="Elenco, página inicial">
          <Wordmark />
        </Link>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
