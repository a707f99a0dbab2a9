import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { focusFirstField } from '#client/lib/forms/focus-first-field.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ChangePasswordForm, type SessionUser } from '#shared/contract/auth.ts'
import { meCalls } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

export function MePassword({ user, hasPassword }: { user: SessionUser; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const handleDone = () => {
    setOpen(false)
    // After the next render.
    setTimeout(() => opener.current?.focus())
  }
  return (
    <MeSection place="senha" title="Senha" lead="Ao trocar, os outros aparelhos saem da conta.">
      {!hasPassword && (
        <p className={classes.soft}>
          Você entra pelo Google e não tem senha aqui. Para criar uma, saia e use “Esqueci minha senha” na
          entrada.
        </p>
      )}
      {hasPassword && !isOpen && (
        <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
          Trocar senha
        </Button>
      )}
      {hasPassword && isOpen && <ChangePassword user={user} onDone={handleDone} />}
    </MeSection>
  )
}

function ChangePassword({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ChangePasswordForm,
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async ({ confirmPassword: _, ...passwords }) => {
      await meCalls.changePassword(passwords)
      showToast('Senha trocada. Os outros aparelhos saíram da conta.', 'success')
      onDone()
    },
  })
  return (
    <Stack
      as="form"
      ref={focusFirstField}
      gap={20}
      noValidate
      onSubmit={handleSubmit}
      className={classes.form}
    >
      {/* For password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.email} />
      <PasswordField
        label="Senha atual"
        name="current-password"
        autoComplete="current-password"
        size="lg"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        label="Nova senha"
        name="new-password"
        description="No mínimo 8 caracteres, com maiúscula, minúscula e número"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('newPassword')}
      />
      <PasswordStrength password={form.values.newPassword} known={[user.name, user.email]} />
      <PasswordField
        label="Confirme a nova senha"
        name="confirm-password"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('confirmPassword')}
      />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" loading={isSubmitting}>
          Salvar senha
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}
