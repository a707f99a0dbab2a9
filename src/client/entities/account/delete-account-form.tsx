import { Button, TextInput } from '@mantine/core'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import { DELETE_WORD, DeleteAccountForm, DeleteGoogleAccountForm } from '#shared/contract/auth.ts'

type Props = {
  hasPassword?: boolean
  /** Rejects with the error of the server or the network. */
  onDelete: (password: string) => Promise<void>
  cancelLabel: string
  onCancel: () => void
}

/** Asks for a typed word, and for the password of the account if it has one, before the deletion. */
export function DeleteForm({ hasPassword = false, onDelete, cancelLabel, onCancel }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: hasPassword ? DeleteAccountForm : DeleteGoogleAccountForm,
    initialValues: { password: '', confirmation: '' },
    submit: (): Promise<void> => onDelete(form.values.password),
  })
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
      {hasPassword && (
        <PasswordField
          label="Sua senha"
          name="current-password"
          autoComplete="current-password"
          size="lg"
          {...form.getInputProps('password')}
        />
      )}
      <TextInput
        label={`Digite ${DELETE_WORD} para confirmar`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="lg"
        {...form.getInputProps('confirmation')}
      />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" className={sheetForm.danger} loading={isSubmitting}>
          Excluir para sempre
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </Row>
    </Stack>
  )
}
