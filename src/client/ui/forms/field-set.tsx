import { type ReactNode, type Ref, useId } from 'react'
import classes from './field-set.module.css'

type Props = {
  label: string
  error: ReactNode
  /** Makes the legend focusable, and marks it as the field `path` when given. */
  legend?: { ref: Ref<HTMLLegendElement>; path: string | undefined }
  /** Receives the props that connect an input with the error. */
  children: (invalid: { 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}

/** A group of inputs with a label and an error, in the look of Mantine's fields. */
export function FieldSet({ label, error, legend, children }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.root} aria-describedby={error ? id : undefined}>
      <legend ref={legend?.ref} tabIndex={legend && -1} data-path={legend?.path} className={classes.label}>
        {label}
      </legend>
      {children(error ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
