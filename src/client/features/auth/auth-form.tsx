import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import classes from './auth.module.css'

type Props = {
  title: string
  lead: string
  submitLabel: string
  isSubmitting: boolean
  /** What the server said about the form as a whole. */
  error: string | undefined
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
  /** Another way in, below the button. */
  alternative?: ReactNode
  footer: ReactNode
}

export function AuthForm({
  title,
  lead,
  submitLabel,
  isSubmitting,
  error,
  onSubmit,
  children,
  alternative,
  footer,
}: Props) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        {children}
        <FormAlert>{error}</FormAlert>
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {submitLabel}
        </Button>
      </form>
      {alternative}
      <p className={classes.footer}>{footer}</p>
    </>
  )
}
