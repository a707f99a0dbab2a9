import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { zod4Resolver } from 'mantine-form-zod-resolver'
import { useState } from 'react'
import { SignIn } from '#shared/contract/auth.ts'
import { authStore } from './auth.ts'
import { AuthForm } from './auth-form.tsx'
import { focusFirstError, readFailure } from './form-errors.ts'
import { PasswordField } from './password-field.tsx'

type Props = {
  /** Called once the session is stored. */
  onSignedIn: () => void
  /** Local path to return to; carried over to the sign-up link. */
  redirect: string | undefined
}

export function SignInForm({ onSignedIn, redirect }: Props) {
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useForm({ initialValues: { email: '', password: '' }, validate: zod4Resolver(SignIn) })

  const handleSubmit = form.onSubmit(
    async (values) => {
      setSubmitting(true)
      setFailure(undefined)
      try {
        await authStore.getState().login(SignIn.parse(values))
        onSignedIn()
      } catch (error) {
        const { fields, form: text } = readFailure(error)
        setFailure(text)
        form.setErrors(fields)
        focusFirstError(form, fields)
      } finally {
        setSubmitting(false)
      }
    },
    (errors) => focusFirstError(form, errors),
  )

  return (
    <AuthForm
      title="Que bom ver você"
      lead="Entre para continuar as conversas com o seu elenco."
      submitLabel="Entrar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={
        <>
          Ainda não tem conta?{' '}
          <Link to="/sign-up" search={{ redirect }}>
            Criar conta
          </Link>
        </>
      }
    >
      <TextInput
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        size="lg"
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        size="lg"
        {...form.getInputProps('password')}
      />
    </AuthForm>
  )
}
