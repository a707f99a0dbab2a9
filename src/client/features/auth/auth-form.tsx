import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEventHandler, ReactNode } from 'react'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './auth.module.css'

type Props = {
  title: string
  lead: string
  submitLabel: string
  isSubmitting: boolean
  error: string | undefined
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
  /** Another way in, below the button. */
  alternative?: ReactNode
  footer: ReactNode
}

export function AuthForm(props: Props) {
  const { title, lead, submitLabel, isSubmitting, error, onSubmit, children, alternative, footer } = props
  return (
    <>
      <h1 className={text.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <Stack as="form" gap={20} noValidate onSubmit={onSubmit} className={classes.below}>
        {children}
        <FormAlert>{error}</FormAlert>
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {submitLabel}
        </Button>
      </Stack>
      {alternative}
      <p className={classes.footer}>{footer}</p>
    </>
  )
}

export const EmailField = (props: TextInputProps) => (
  <TextInput
    label="E-mail"
    name="email"
    type="email"
    inputMode="email"
    autoComplete="username"
    size="lg"
    {...props}
  />
)

export const ToSignIn = () => (
  <>
    Lembrou da senha? <Link to="/sign-in">Entrar</Link>
  </>
)
