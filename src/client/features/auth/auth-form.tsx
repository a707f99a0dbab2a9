import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { FormEventHandler, ReactNode } from 'react'
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
  footer,
}: Props) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        {children}
        <div role="alert" className={classes.alert} hidden={!error}>
          <IconAlertCircle size={20} aria-hidden />
          <span>{error}</span>
        </div>
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {submitLabel}
        </Button>
      </form>
      <p className={classes.footer}>{footer}</p>
    </>
  )
}
