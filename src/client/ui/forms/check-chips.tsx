import { IconCheck } from '@tabler/icons-react'
import classes from './choice-chips.module.css'
import { FieldSet } from './field-set.tsx'

type Props = {
  label: string
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onToggle: (value: string) => void
  error?: string | undefined
  /** Name of the form's field. */
  path: string
}

/** Checkboxes as chips. */
export function CheckChips({ label, options, value, onToggle, error, path }: Props) {
  return (
    <FieldSet label={label} error={error}>
      {(invalid) => (
        <div className={classes.chips} data-invalid={error ? true : undefined}>
          {options.map((option, index) => (
            <label key={option.value} className={`${classes.chip} ${classes.withMark}`}>
              <input
                type="checkbox"
                checked={value.includes(option.value)}
                data-path={index === 0 ? path : undefined}
                onChange={() => onToggle(option.value)}
                {...invalid}
              />
              <IconCheck size={16} stroke={2.25} className={classes.mark} aria-hidden />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </FieldSet>
  )
}
