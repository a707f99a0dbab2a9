import classes from './segmented-control.module.css'

type Props<Value extends string> = {
  /** For screen readers. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Switches between a few views or values. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: Props<Value>) {
  return (
    <fieldset className={`${classes.root} ${className}`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
