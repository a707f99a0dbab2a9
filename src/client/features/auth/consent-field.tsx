import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './consent-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & { error?: ReactNode }

/** The mandatory yes to terms and privacy. They open beside the form, which keeps what was typed. */
export function ConsentField({ error, ...input }: Props) {
  const id = useId()
  return (
    <div>
      <div className={classes.row}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={classes.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>
          Li e aceito os{' '}
          <Link to="/terms" target="_blank">
            termos de uso
          </Link>{' '}
          e a{' '}
          <Link to="/privacy" target="_blank">
            política de privacidade
          </Link>
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
