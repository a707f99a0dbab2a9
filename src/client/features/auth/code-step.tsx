import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CodeField } from '#client/entities/account/code-field.tsx'
import { isChallengeOver, securityCalls } from '#client/entities/account/security.api.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import { SECOND_FACTOR, SignInCodeForm, SignInRecoveryForm } from '#shared/contract/second-factor-form.ts'
import classes from './auth.module.css'
import { authStore } from './auth.ts'
import { AuthForm } from './auth-form.tsx'

type Parsed = z.infer<typeof SignInCodeForm> | z.infer<typeof SignInRecoveryForm>

const signIn = (parsed: Parsed) =>
  'recoveryCode' in parsed
    ? securityCalls.verifyRecoveryCode({ code: parsed.recoveryCode, trustDevice: parsed.trustDevice })
    : securityCalls.verifyCode(parsed)

type Props = {
  redirect: string | undefined
  /** Called once the session is stored. */
  onSignedIn: () => void
  /** Called when the sign-in must begin again. */
  onOver: () => void
}

/** The second step of a sign-in: the code of an app, or a recovery code. */
export function CodeStep({ redirect, onSignedIn, onOver }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const schema: z.ZodMiniType<Parsed> = isRecovery ? SignInRecoveryForm : SignInCodeForm
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema,
    initialValues: { code: '', recoveryCode: '', trustDevice: false },
    submit: async (parsed) => {
      try {
        await authStore.getState().enter(() => signIn(parsed))
      } catch (error) {
        if (!isChallengeOver(error)) throw error
        return onOver()
      }
      onSignedIn()
    },
  })
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code has another field.
  useEffect(() => field.current?.focus(), [isRecovery])

  return (
    <AuthForm
      title={isRecovery ? 'Use um código de recuperação' : 'Agora, o código'}
      lead={isRecovery ? RECOVERY_LEAD : CODE_LEAD}
      submitLabel="Entrar"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={
        <>
          Quer entrar de outro jeito?{' '}
          <Link to="/sign-in" search={{ redirect }}>
            Voltar
          </Link>
        </>
      }
    >
      {isRecovery ? (
        <TextInput
          key="recovery"
          ref={field}
          label="Código de recuperação"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          size="lg"
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('recoveryCode')}
        />
      ) : (
        <CodeField
          key="code"
          ref={field}
          label="Código"
          {...form.getInputProps('code')}
          onComplete={() => isSubmitting || handleSubmit()}
        />
      )}
      <Row as="label" gap={12} wrap={false} className={classes.trust}>
        <input
          type="checkbox"
          className={classes.box}
          {...form.getInputProps('trustDevice', { type: 'checkbox' })}
        />
        Confiar neste aparelho por {SECOND_FACTOR.trustDays} dias
      </Row>
      <button
        type="button"
        className={`${textButton.root} ${classes.other}`}
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
      </button>
    </AuthForm>
  )
}

const CODE_LEAD = inHouse(
  'Abra o aplicativo de códigos do seu celular e digite os seis números que ele mostra para o Elenco.',
)
const RECOVERY_LEAD =
  'É um dos dez que você guardou ao ativar a verificação em duas etapas. Cada um vale uma vez só.'
