import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SignInForm as SignInSchema } from '#shared/contract/auth.ts'
import { authStore } from './auth.ts'
import { AuthForm } from './auth-form.tsx'
import { PasswordField } from './password-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = {
  /** Called once the session is stored. */
  onSignedIn: () => void
  /** Local path to return to; carried over to the sign-up link. */
  redirect: string | undefined
}

export function SignInForm({ onSignedIn, redirect }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useAuthForm({
    schema: SignInSchema,
    initialValues: { email: '', password: '' },
    submit: async (account) => {
      await authStore.getState().login(account)
      onSignedIn()
    },
  })

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
