import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { formatDayInWords } from '#client/lib/text/sao-paulo-time.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { InvitationForm as InvitationSchema, SignInForm } from '#shared/contract/auth.ts'
import type { OpenedInvitation } from '#shared/contract/invitations.ts'
import classes from './auth.module.css'
import { authStore } from './auth.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { ConsentField } from './consent-field.tsx'
import { acceptInvitation, confirmInvitation } from './invitation.api.ts'
import { ConfirmEmail } from './lazy-parts.tsx'

export type InvitationProps = { token: string; invitation: OpenedInvitation; onAccepted: () => void }

/** The gift in words; the end of a day is noon of that day for formats. */
function giftText({ planName, planUntil }: OpenedInvitation): string {
  if (!planName) return 'Escolha uma senha e comece a conversar com os agentes.'
  const end = planUntil ? `, até ${formatDayInWords(`${planUntil}T15:00:00Z`)}` : ''
  return `Escolha uma senha e o plano ${planName} é seu${end}.`
}

/** Opens the invited account with its first password. */
export function InvitationForm({ token, invitation, onAccepted }: InvitationProps) {
  const { email } = invitation
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: InvitationSchema,
    initialValues: { name: invitation.name, password: '', termsAccepted: false },
    submit: async ({ name, password }) => {
      await acceptInvitation({ token, name, password, termsAccepted: true })
      await authStore.getState().login({ email, password })
      onAccepted()
    },
  })
  return (
    <AuthForm
      title={inHouse('Boas-vindas ao Elenco')}
      lead={giftText(invitation)}
      submitLabel="Criar senha e entrar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={
        <>
          Já tem conta com outro e-mail? <Link to="/sign-in">Entrar</Link>
        </>
      }
    >
      <EmailField value={email} readOnly description="O convite vale só para este e-mail." />
      <TextInput label="Nome" name="name" autoComplete="name" size="lg" {...form.getInputProps('name')} />
      <PasswordField
        label="Senha"
        name="password"
        description="No mínimo 8 caracteres"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('password')}
      />
      <PasswordStrength password={form.values.password} known={[form.values.name, email]} />
      <ConsentField {...form.getInputProps('termsAccepted', { type: 'checkbox' })} />
    </AuthForm>
  )
}

/** Accepts in the account that has the address already. */
export function InvitedSignIn({ token, invitation, onAccepted }: InvitationProps) {
  const { email, planName } = invitation
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SignInForm,
    initialValues: { email, password: '' },
    submit: async (account) => {
      try {
        if ((await authStore.getState().login(account)) === 'code') throw needsCode()
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED')) throw error
        // Its own link confirms the address too, and the plan follows.
        return setUnconfirmed(true)
      }
      await confirmInvitation(token)
      onAccepted()
    },
  })
  if (isUnconfirmed) return <ConfirmEmail email={email} onOther={() => setUnconfirmed(false)} />
  return (
    <AuthForm
      title="Você já tem uma conta"
      lead={
        planName
          ? `Entre com a sua senha de sempre, e o plano ${planName} passa a valer nela.`
          : 'Entre com a sua senha de sempre para aceitar o convite.'
      }
      submitLabel="Entrar e aceitar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer="Depois de criar outra senha, abra de novo o link do convite."
    >
      <EmailField {...form.getInputProps('email')} readOnly />
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

const needsCode = () =>
  new ApiError({
    code: 'CONFLICT',
    status: 409,
    message: 'Esta conta pede um código para entrar. Entre pela página de entrada e abra o link de novo.',
  })
