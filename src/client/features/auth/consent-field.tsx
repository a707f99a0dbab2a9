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
          <a href="/terms" target="_blank" rel="noopener">
            termos de uso
          </a>{' '}
          e a{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            política de privacidade
          </a>
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
