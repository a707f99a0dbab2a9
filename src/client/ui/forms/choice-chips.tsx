import { useId } from 'react'
import classes from './choice-chips.module.css'

type Props = {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Name of the form's field. */
  path: string
}

/** Radio buttons as chips. */
export function ChoiceChips({ label, options, value, onChange, error, path }: Props) {
  const id = useId()
  const held = options.includes(value) ? value : options[0]
  return (
    <fieldset className={classes.root} aria-describedby={error ? id : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.chips} data-invalid={error ? true : undefined}>
        {options.map((option) => (
          <label key={option} className={classes.chip}>
            <input
              type="radio"
              name={path}
              value={option}
              checked={option === value}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              data-path={option === held ? path : undefined}
              onChange={() => onChange(option)}
            />
            {option}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
