import type { ComponentProps } from 'react'
import { Row } from '../layout/stack.tsx'
import classes from './check-row.module.css'

/** A checkbox with its label beside it, 44 px high. */
export const CheckRow = ({ children, ...input }: ComponentProps<'input'>) => (
  <Row as="label" gap={12} wrap={false} className={classes.row}>
    <input type="checkbox" {...input} />
    {children}
  </Row>
)
