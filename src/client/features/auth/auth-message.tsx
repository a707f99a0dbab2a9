import { type ReactNode, useEffect, useRef } from 'react'
import classes from './auth.module.css'

type Props = { title: string; children: ReactNode; actions: ReactNode; footer?: ReactNode }

/** A page of the auth group that says something instead of asking. */
export function AuthMessage({ title, children, actions, footer }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; whoever listens must hear what came instead.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <div className={classes.message}>{children}</div>
      <div className={classes.actions}>{actions}</div>
      {footer && <p className={classes.footer}>{footer}</p>}
    </>
  )
}
