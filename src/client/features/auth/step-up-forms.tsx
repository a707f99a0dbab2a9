import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CodeField } from '#client/entities/account/code-field.tsx'
import { securityCalls } from '#client/entities/account/security.api.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { CodeForm, OwnPasswordForm, RecoveryCodeForm } from '#shared/contract/second-factor-form.ts'

/** The sheet's heading has the focus until the account's data arrives. */
function useFocusedField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

type FormProps = {
  onProved: () => void
  /** The button beside the submit button. */
  cancel: ReactNode
}

/** `children` are other ways to confirm. */
export function CodeProof({ children, ...props }: FormProps & { children: ReactNode }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? <RecoveryCodeProof {...props} /> : <AppCodeProof {...props} />}
      <Stack gap={4} align="start">
        {children}
        <button type="button" className={textButton.root} onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
        </button>
      </Stack>
    </>
  )
}

function AppCodeProof({ onProved, cancel }: FormProps) {
  const field = useFocusedField()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: CodeForm,
    initialValues: { code: '' },
    submit: async (proof) => {
      await securityCalls.prove(proof)
      onProved()
    },
  })
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <CodeField
        ref={field}
        label="Código do aplicativo"
        {...form.getInputProps('code')}
        onComplete={() => isSubmitting || handleSubmit()}
      />
      <Foot failure={failure} isSubmitting={isSubmitting} cancel={cancel} />
    </Stack>
  )
}

function RecoveryCodeProof({ onProved, cancel }: FormProps) {
  const field = useFocusedField()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    // The server names the field of both kinds `code`.
    schema: RecoveryCodeForm,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      await securityCalls.prove({ recoveryCode: code })
      onProved()
    },
  })
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <TextInput
        ref={field}
        label="Código de recuperação"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="lg"
        errorProps={{ role: 'alert' }}
        {...form.getInputProps('code')}
      />
      <Foot failure={failure} isSubmitting={isSubmitting} cancel={cancel} />
    </Stack>
  )
}

export function PasswordProof({ email, onProved, cancel }: FormProps & { email: string }) {
  const field = useFocusedField()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: OwnPasswordForm,
    initialValues: { password: '' },
    submit: async (proof) => {
      await securityCalls.prove(proof)
      onProved()
    },
  })
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      {/* For password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <PasswordField
        ref={field}
        label="Sua senha"
        name="current-password"
        autoComplete="current-password"
        size="lg"
        errorProps={{ role: 'alert' }}
        {...form.getInputProps('password')}
      />
      <Foot failure={failure} isSubmitting={isSubmitting} cancel={cancel} />
    </Stack>
  )
}

type FootProps = { failure: string | undefined; isSubmitting: boolean; cancel: ReactNode }

const Foot = ({ failure, isSubmitting, cancel }: FootProps) => (
  <>
    <FormAlert>{failure}</FormAlert>
    <Row gap={12}>
      <Button type="submit" loading={isSubmitting}>
        Confirmar
      </Button>
      {cancel}
    </Row>
  </>
)
