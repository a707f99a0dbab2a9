import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import { OwnPasswordForm } from '#shared/contract/second-factor-form.ts'

const NoPassword = z.object({ password: z.optional(z.string()) })

type Props = {
  email: string
  hasPassword: boolean
  submitLabel: string
  isDanger?: boolean
  /** Without a password for an account without one. Rejects with the error of the server or the network. */
  submit: (body: { password?: string }) => Promise<void>
  onDismiss: () => void
}

/** Asks for the password, where the account has one, before a change. */
export function PasswordStep({ email, hasPassword, submitLabel, isDanger, submit, onDismiss }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: hasPassword ? OwnPasswordForm : NoPassword,
    initialValues: { password: '' },
    submit: ({ password }) => submit(hasPassword && password ? { password } : {}),
  })
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
      {hasPassword && (
        <>
          {/* For password managers. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <PasswordField
            label="Sua senha"
            name="current-password"
            autoComplete="current-password"
            size="lg"
            errorProps={{ role: 'alert' }}
            {...form.getInputProps('password')}
          />
        </>
      )}
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" className={isDanger ? sheetForm.danger : undefined} loading={isSubmitting}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}
