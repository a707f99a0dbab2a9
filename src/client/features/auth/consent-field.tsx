import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './auth.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & { error?: ReactNode }

/** The mandatory consent. The documents open in another tab, and the form keeps its values. */
export function ConsentField({ error, ...input }: Props) {
  const id = useId()
  return (
    <div>
      <Row gap={12} align="start" wrap={false} className={classes.consent}>
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
      </Row>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
