import type { ReactNode } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './callout.module.css'

/** A message above a form or page that is announced, with actions beside it. */
export function Callout({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Row role="status" gap={12} justify="between" className={classes.root}>
      {children}
      {actions && <Row>{actions}</Row>}
    </Row>
  )
}
