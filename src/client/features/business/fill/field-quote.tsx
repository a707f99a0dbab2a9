import { useState } from 'react'
import classes from './fill.module.css'

/** A longer one is cut to one line until it is pressed. */
const LONG = 70

/** The words that a field came from. */
export function FieldQuote({ children }: { children: string }) {
  const [isOpen, setOpen] = useState(false)
  const words = `de: “${children}”`
  if (children.length <= LONG) return <p className={classes.quote}>{words}</p>
  return (
    <button
      type="button"
      className={classes.quote}
      aria-expanded={isOpen}
      data-cut={!isOpen || undefined}
      onClick={() => setOpen(!isOpen)}
    >
      {words}
    </button>
  )
}
