import type { ReactNode } from 'react'
import classes from './choice-chips.module.css'
import { FieldSet } from './field-set.tsx'

type Props = {
  label: string
  options: readonly string[]
  /** The option as it is shown; itself by default. */
  labelOf?: (option: string) => string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Name of the form's field. */
  path: string
  /** Wraps the chips, as that of Mantine's inputs. */
  inputContainer?: (input: ReactNode) => ReactNode
}

const itself = (option: string) => option
const unwrapped = (input: ReactNode) => input

/** Radio buttons as chips. */
export function ChoiceChips(props: Props) {
  const { label, options, labelOf = itself, value, onChange, error, path, inputContainer = unwrapped } = props
  const held = options.includes(value) ? value : options[0]
  return (
    <FieldSet label={label} error={error}>
      {(invalid) =>
        inputContainer(
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
                {labelOf(option)}
              </label>
            ))}
          </div>,
        )
      }
    </FieldSet>
  )
}
