import { useId } from 'react'
import classes from './credentials.module.css'

type Props = {
  label: string
  note: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A labelled switch with an explanation. */
export function CheckLine({ label, note, isChecked, onChange }: Props) {
  const id = useId()
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={isChecked}
        aria-describedby={id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.knob} aria-hidden />
      <span className={classes.checkWords}>
        <strong>{label}</strong>
        <span id={id}>{note}</span>
      </span>
    </label>
  )
}
