import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { SignInForm as SignInSchema } from '#shared/contract/auth.ts'
import classes from './auth.module.css'
import { authStore } from './auth.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { ConfirmEmail, GoogleButton } from './lazy-parts.tsx'

type Props = {
  /** Called once the session is stored. */
  onSignedIn: () => void
  /** Local path to return to; carried over to the sign-up link. */
  redirect: string | undefined
  hasGoogle: boolean
}

export function SignInForm({ onSignedIn, redirect, hasGoogle }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SignInSchema,
    initialValues: { email: '', password: '' },
    submit: async (account) => {
      try {
        await authStore.getState().login(account)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED')) throw error
        return setUnconfirmed(account.email)
      }
      onSignedIn()
    },
  })

  if (unconfirmed) return <ConfirmEmail email={unconfirmed} onOther={() => setUnconfirmed(undefined)} />
  return (
    <AuthForm
      title="Que bom ver você"
      lead="Entre para continuar as conversas com o seu elenco."
      submitLabel="Entrar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      alternative={hasGoogle && <GoogleButton redirect={redirect} />}
      footer={
        <>
          Ainda não tem conta?{' '}
          <Link to="/sign-up" search={{ redirect }}>
            Criar conta
          </Link>
        </>
      }
    >
      <EmailField {...form.getInputProps('email')} />
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="current-password"
        size="lg"
        {...form.getInputProps('password')}
      />
      <Link to="/forgot" className={classes.forgot}>
        Esqueci minha senha
      </Link>
    </AuthForm>
  )
}
