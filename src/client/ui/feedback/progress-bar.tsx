import type { CSSProperties } from 'react'
import classes from './progress-bar.module.css'

/** The done part of a work of known length. */
export const ProgressBar = ({ label, done, all }: { label: string; done: number; all: number }) => (
  <div className={classes.bar} style={{ '--part': all === 0 ? 1 : done / all } as CSSProperties}>
    <progress aria-label={label} className="visually-hidden" max={all} value={done} />
  </div>
)
