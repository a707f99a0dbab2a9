import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { focusFirstField } from '#client/lib/forms/focus-first-field.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { SetPasswordForm } from '#shared/contract/users-form.ts'
import classes from './edit-user.module.css'
import { userCalls, usersChanged } from './users.api.ts'

const ADMIN_LEAD =
  'A senha de quem administra só muda pela própria pessoa, com um link que vai para o e-mail dela.'
const LEAD =
  'Para quem não consegue mais entrar. O link deixa a pessoa escolher; definir serve para quem está sem e-mail.'

export function UserPassword({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isAdmin = user.role === 'admin'
  const handleDone = () => {
    setOpen(false)
    // After the button is rendered again.
    setTimeout(() => opener.current?.focus())
  }
  return (
    <FieldGroup title="Senha" lead={isAdmin ? ADMIN_LEAD : LEAD}>
      {isOpen ? (
        <SetPassword user={user} onDone={handleDone} />
      ) : (
        <Row gap={12} align="start">
          {!user.banned && <PasswordLink user={user} />}
          {!isAdmin && (
            <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
              Definir nova senha
            </Button>
          )}
        </Row>
      )}
    </FieldGroup>
  )
}

function PasswordLink({ user }: { user: AdminUser }) {
  const send = useMutation({
    mutationFn: () => userCalls.sendPasswordLink(user.id),
    onSuccess: () => showToast(`Link enviado para ${user.email}. Ele vale por uma hora.`, 'success'),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
      Enviar link para criar outra senha
    </Button>
  )
}

function SetPassword({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const client = useQueryClient()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SetPasswordForm,
    initialValues: { newPassword: '' },
    submit: async ({ newPassword }) => {
      await userCalls.setPassword(user.id, newPassword)
      showToast(`Senha definida. ${user.name} saiu de todos os aparelhos.`, 'success')
      await usersChanged(client)
      onDone()
    },
  })
  return (
    <Stack
      as="form"
      gap={20}
      ref={focusFirstField}
      noValidate
      onSubmit={handleSubmit}
      className={classes.form}
    >
      <PasswordField
        label="Nova senha"
        name="user-new-password"
        description={`${user.name} sai de todos os aparelhos e recebe um aviso por e-mail, sem a senha.`}
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('newPassword')}
      />
      <PasswordStrength password={form.values.newPassword} known={[user.name, user.email]} />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" loading={isSubmitting}>
          Definir senha
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}
