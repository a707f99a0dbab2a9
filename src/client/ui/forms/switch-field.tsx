import { type ReactNode, useId } from 'react'
import classes from './switch-field.module.css'

type Props = {
  label: string
  /** Explains the current state. */
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** Name of the form's field. */
  path: string
}

export function SwitchField({ label, children, checked, onChange, path }: Props) {
  const id = useId()
  return (
    <label className={classes.root}>
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span id={id} className={classes.note}>
          {children}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={classes.input}
        aria-label={label}
        aria-describedby={id}
        data-path={path}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
