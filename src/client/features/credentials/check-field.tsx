import { useId } from 'react'
import switchClasses from '#client/ui/forms/switch-field.module.css'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
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
        className={switchClasses.input}
        checked={isChecked}
        aria-describedby={id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Stack as="span" gap={4}>
        <strong>{label}</strong>
        <span id={id} className={text.hint}>
          {note}
        </span>
      </Stack>
    </label>
  )
}
