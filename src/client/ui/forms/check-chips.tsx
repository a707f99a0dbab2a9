import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './check-chips.module.css'
import chipClasses from './choice-chips.module.css'

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
  const id = useId()
  return (
    <fieldset className={chipClasses.root} aria-describedby={error ? id : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={chipClasses.chips} data-invalid={error ? true : undefined}>
        {options.map((option, index) => (
          <label key={option.value} className={`${chipClasses.chip} ${classes.chip}`}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              data-path={index === 0 ? path : undefined}
              onChange={() => onToggle(option.value)}
            />
            <IconCheck size={16} stroke={2.25} className={classes.mark} aria-hidden />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={chipClasses.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
