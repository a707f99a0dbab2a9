import { createContext, type ReactNode, useContext } from 'react'
import classes from './public-frame.module.css'
import { HomeLink } from './wordmark.tsx'

/** Whether a layout stands around the page already, with a way home of its own. */
export const Framed = createContext(false)

/** What surrounds a message when no other layout does. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const isFramed = useContext(Framed)
  if (isFramed) return children
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <HomeLink to="/" />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
