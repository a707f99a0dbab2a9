import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { canUsePasskeys } from '#client/lib/browser/can-use-passkeys.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { SignInForm as SignInSchema } from '#shared/contract/auth.ts'
import classes from './auth.module.css'
import { authStore, returning } from './auth.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { ConfirmEmail, GoogleButton } from './lazy-parts.tsx'
import { PasskeyButton } from './passkey-button.tsx'

type Props = {
  /** Called once the session is stored. */
  onSignedIn: () => void
  /** Called when the account also requires a code. */
  onCodeNeeded: () => void
  /** Local path to return to; carried over to the sign-up link. */
  redirect: string | undefined
  hasGoogle: boolean
}

const EXPIRED =
  'Sua sessão expirou. Entre de novo para continuar. O que você escreveu ficou guardado neste aparelho.'

export function SignInForm({ onSignedIn, onCodeNeeded, redirect, hasGoogle }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [{ email, isExpired }] = useState({ ...returning })
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SignInSchema,
    initialValues: { email, password: '' },
    submit: async (account) => {
      try {
        if ((await authStore.getState().login(account)) === 'code') {
          returning.email = account.email
          return onCodeNeeded()
        }
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
      lead={isExpired ? EXPIRED : 'Entre para continuar as conversas com o seu elenco.'}
      submitLabel="Entrar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      alternative={
        <>
          {hasGoogle && <GoogleButton redirect={redirect} />}
          {canUsePasskeys() && <PasskeyButton isFirst={!hasGoogle} onSignedIn={onSignedIn} />}
        </>
      }
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
