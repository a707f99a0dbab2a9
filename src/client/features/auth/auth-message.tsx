import { type ReactNode, useEffect, useRef } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './auth.module.css'

type Props = { title: string; children: ReactNode; actions: ReactNode; footer?: ReactNode }

/** An auth page without a form. */
export function AuthMessage({ title, children, actions, footer }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, which had the focus, is unmounted; screen readers announce the heading.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={text.title}>
        {title}
      </h1>
      <Stack gap={12} className={classes.message}>
        {children}
      </Stack>
      <Stack className={classes.below}>{actions}</Stack>
      {footer && <p className={classes.footer}>{footer}</p>}
    </>
  )
}
