import { createContext, type ReactNode, useContext } from 'react'
import classes from './public-frame.module.css'
import { HomeLink } from './wordmark.tsx'

/** Whether a layout with a home link surrounds the page. */
export const Framed = createContext(false)

/** A layout for messages outside any other layout. */
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
