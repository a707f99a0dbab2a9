import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { GivenEmailForm } from '#shared/contract/auth.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import classes from './edit-user.module.css'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

const ADMIN_LEAD = 'O e-mail de quem administra só muda pela própria pessoa, em Seu perfil.'

export function UserEmail({ user }: { user: AdminUser }) {
  const client = useQueryClient()
  const [asked, ask] = useState<'confirm' | 'change'>()
  const change = useRef<HTMLButtonElement>(null)
  const isAdmin = user.role === 'admin'
  const handleChanged = (changed: AdminUser, text: string) => {
    client.setQueryData(userQueries.detail(user.id).queryKey, changed)
    void usersChanged(client)
    showToast(text, 'success')
    // The button that confirmed is gone.
    setTimeout(() => change.current?.focus())
  }
  const handleConfirm = async () => {
    const confirmed = await userCalls.confirmEmail(user.id)
    handleChanged(confirmed, `O e-mail de ${user.name} está confirmado.`)
  }
  return (
    <FieldGroup
      title="E-mail"
      lead={isAdmin ? ADMIN_LEAD : 'Para quem errou o endereço ou não recebe o link.'}
    >
      <p className={classes.email}>
        {user.email}
        {!user.emailVerified && <span className={classes.unproved}> não confirmado</span>}
      </p>
      {!user.emailVerified && <WaitingHere userId={user.id} />}
      <Row gap={12}>
        {!user.emailVerified && (
          <Button variant="default" onClick={() => ask('confirm')}>
            Confirmar e-mail
          </Button>
        )}
        {!isAdmin && (
          <Button ref={change} variant="default" onClick={() => ask('change')}>
            Trocar e-mail
          </Button>
        )}
      </Row>
      {asked === 'confirm' && (
        <ConfirmSheet
          title="Confirmar este e-mail?"
          confirmLabel="Confirmar e-mail"
          onConfirm={handleConfirm}
          onClose={() => ask(undefined)}
        >
          <p>
            Confirme só se você sabe que {user.email} é de {user.name}: o que foi comprado com este endereço
            entra nesta conta.
          </p>
          <p>
            A conta sai de todos os aparelhos, e a pessoa entra de novo com a senha. Se outra pessoa pode ter
            criado a conta, envie também o link para criar outra senha.
          </p>
        </ConfirmSheet>
      )}
      {asked === 'change' && (
        <ChangeEmail user={user} onChanged={handleChanged} onClose={() => ask(undefined)} />
      )}
    </FieldGroup>
  )
}

/** Purchases that the account gets once its address is confirmed. */
function WaitingHere({ userId }: { userId: string }) {
  const { data } = useQuery(userQueries.waiting(userId))
  if (!data || data.items.length === 0) return null
  const names = [...new Set(data.items.map(({ planName }) => planName))]
  return (
    <p className={callout.root}>
      Compra à espera deste e-mail: {new Intl.ListFormat('pt-BR').format(names)}. Vale assim que ele for
      confirmado.
    </p>
  )
}

type Props = {
  user: AdminUser
  onChanged: (user: AdminUser, text: string) => void
  onClose: () => void
}

function ChangeEmail({ user, onChanged, onClose }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: GivenEmailForm,
    initialValues: { email: '' },
    submit: async ({ email }) => {
      const changed = await userCalls.changeEmail(user.id, email)
      onClose()
      onChanged(changed, `${user.name} agora entra com ${changed.email}.`)
    },
  })
  return (
    <Sheet title={`Trocar o e-mail de ${user.name}?`} onDismiss={onClose}>
      <p>
        Hoje é {user.email}. O novo vale na hora, já confirmado: confira cada letra com a pessoa. Os dois
        endereços recebem um aviso, e a conta sai de todos os aparelhos. A senha continua a mesma.
      </p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput
          label="Novo e-mail"
          name="user-new-email"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          {...form.getInputProps('email')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Trocar e-mail
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
