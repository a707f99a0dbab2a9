import type { ReactNode } from 'react'
import classes from './onboarding.module.css'

type Props = {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  isChosen: boolean
  onChange: () => void
  title: string
  note: ReactNode
  /** What is said against the whole question. */
  errorId: string | undefined
  path: string | undefined
}

/** One answer as a card: the button itself is the browser's own, and only looks different. */
export function ChoiceCard({ type, name, value, isChosen, onChange, title, note, errorId, path }: Props) {
  return (
    <label className={classes.card}>
      <input
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        data-path={path}
        onChange={onChange}
      />
      <span className={classes.mark} data-type={type} aria-hidden />
      <span className={classes.cardWords}>
        <strong>{title}</strong>
        <span>{note}</span>
      </span>
    </label>
  )
}
