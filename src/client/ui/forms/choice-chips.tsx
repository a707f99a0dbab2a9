import classes from './choice-chips.module.css'
import { FieldSet } from './field-set.tsx'

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
  const held = options.includes(value) ? value : options[0]
  return (
    <FieldSet label={label} error={error}>
      {(invalid) => (
        <div className={classes.chips} data-invalid={error ? true : undefined}>
          {options.map((option) => (
            <label key={option} className={classes.chip}>
              <input
                type="radio"
                name={path}
                value={option}
                checked={option === value}
                data-path={option === held ? path : undefined}
                onChange={() => onChange(option)}
                {...invalid}
              />
              {option}
            </label>
          ))}
        </div>
      )}
    </FieldSet>
  )
}
