import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './day-field.module.css'

type Props = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
  /** Marked like an active filter; with a value by default. */
  isActive?: boolean
  errorId?: string | undefined
}

export function DayField({ label, value, onChange, isActive = value !== undefined, errorId }: Props) {
  return (
    <Stack as="label" gap={4} className={classes.root}>
      {label}
      <input
        type="date"
        value={value ?? ''}
        data-active={isActive || undefined}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    </Stack>
  )
}
