import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SignUpForm as SignUpSchema } from '#shared/contract/auth.ts'
import { authStore } from './auth.ts'
import { AuthForm } from './auth-form.tsx'
import { PasswordField } from './password-field.tsx'
import { PhoneInput } from './phone-input.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = {
  onSignedUp: () => void
  /** Local path to return to; carried over to the sign-in link. */
  redirect: string | undefined
  /** Single-use token of the first administrator's link. */
  setupToken: string | undefined
}

const initialValues = { name: '', email: '', phoneNumber: '', password: '', confirmPassword: '' }

export function SignUpForm({ onSignedUp, redirect, setupToken }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useAuthForm({
    schema: SignUpSchema,
    initialValues,
    submit: async ({ confirmPassword: _, phoneNumber, ...account }) => {
      await authStore.getState().signUp({
        ...account,
        ...(phoneNumber && { phoneNumber }),
        ...(setupToken && { setupToken }),
      })
      onSignedUp()
    },
  })

  return (
    <AuthForm
      title={setupToken ? 'Crie a conta de administração' : 'Monte o seu elenco'}
      lead={
        setupToken
          ? 'Este link vale uma vez só: a conta criada por ele administra o Elenco.'
          : 'Uma conta, todos os agentes do plano gratuito. Sem cartão de crédito.'
      }
      submitLabel="Criar conta"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={
        <>
          Já tem conta?{' '}
          <Link to="/sign-in" search={{ redirect }}>
            Entrar
          </Link>
        </>
      }
    >
      <TextInput label="Nome" autoComplete="name" size="lg" {...form.getInputProps('name')} />
      <TextInput
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        size="lg"
        {...form.getInputProps('email')}
      />
      <PhoneInput
        label="Telefone (opcional)"
        placeholder="(11) 98765-4321"
        size="lg"
        {...form.getInputProps('phoneNumber')}
        value={form.values.phoneNumber}
      />
      <PasswordField
        label="Senha"
        description="No mínimo 8 caracteres"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirme a senha"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('confirmPassword')}
      />
    </AuthForm>
  )
}
