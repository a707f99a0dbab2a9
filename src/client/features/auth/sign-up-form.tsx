import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { PhoneInput } from '#client/ui/forms/phone-input.tsx'
import { SignUpForm as SignUpSchema } from '#shared/contract/auth.ts'
import { authStore } from './auth.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { ConsentField } from './consent-field.tsx'
import { ConfirmEmail, GoogleButton } from './lazy-parts.tsx'

type Props = {
  /** Called once the account has a session. */
  onSignedUp: () => void
  /** Local path to return to; carried over to the sign-in link. */
  redirect: string | undefined
  /** Single-use token of the first administrator's link. */
  setupToken: string | undefined
  hasGoogle: boolean
  /** Fills the field in: a buyer comes from a mail to this address. */
  email: string
}

const noValues = {
  name: '',
  email: '',
  phoneNumber: '',
  password: '',
  confirmPassword: '',
  termsAccepted: false,
}

export function SignUpForm({ onSignedUp, redirect, setupToken, hasGoogle, email }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SignUpSchema,
    initialValues: { ...noValues, email },
    submit: async ({ confirmPassword: _, phoneNumber, ...account }) => {
      await authStore.getState().signUp({
        ...account,
        ...(phoneNumber && { phoneNumber }),
        ...(setupToken && { setupToken }),
      })
      // Where addresses have to be confirmed, an account has no session before that.
      if (authStore.getState().user) onSignedUp()
      else setUnconfirmed(account.email)
    },
  })

  if (unconfirmed) return <ConfirmEmail email={unconfirmed} onOther={() => setUnconfirmed(undefined)} />
  return (
    <AuthForm
      title={setupToken ? 'Crie a conta de administração' : 'Monte o seu elenco'}
      lead={
        setupToken
          ? inHouse('Este link vale uma vez só: a conta criada por ele administra o Elenco.')
          : 'Uma conta, todos os agentes do plano gratuito. Sem cartão de crédito.'
      }
      submitLabel="Criar conta"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      alternative={hasGoogle && !setupToken && <GoogleButton redirect={redirect} />}
      footer={
        <>
          Já tem conta?{' '}
          <Link to="/sign-in" search={{ redirect }}>
            Entrar
          </Link>
        </>
      }
    >
      <TextInput label="Nome" name="name" autoComplete="name" size="lg" {...form.getInputProps('name')} />
      <EmailField autoComplete="email" {...form.getInputProps('email')} />
      <PhoneInput
        label="Telefone (opcional)"
        name="phone"
        placeholder="(11) 98765-4321"
        size="lg"
        {...form.getInputProps('phoneNumber')}
        value={form.values.phoneNumber}
      />
      <PasswordField
        label="Senha"
        name="password"
        description="No mínimo 8 caracteres"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('password')}
      />
      <PasswordStrength password={form.values.password} known={[form.values.name, form.values.email]} />
      <PasswordField
        label="Confirme a senha"
        name="confirm-password"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('confirmPassword')}
      />
      <ConsentField {...form.getInputProps('termsAccepted', { type: 'checkbox' })} />
    </AuthForm>
  )
}
