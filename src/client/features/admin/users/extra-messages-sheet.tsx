import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { ExtraMessagesForm } from '#shared/contract/users-form.ts'
import classes from './edit-user.module.css'
import { countText } from './user-texts.ts'
import { userCalls, usersChanged } from './users.api.ts'

type Props = { user: AdminUser; onClose: () => void }

export function ExtraMessagesSheet({ user, onClose }: Props) {
  const client = useQueryClient()
  // A repeated send after a lost answer must not give twice.
  const [id] = useState(() => newId())
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ExtraMessagesForm,
    initialValues: { given: '', until: '', reason: '' },
    inputSize: 'lg',
    submit: async (parsed) => {
      const given = Number(parsed.given.replaceAll('.', ''))
      await userCalls.giveExtra(user.id, { ...parsed, id, given, until: parsed.until || null })
      await usersChanged(client)
      showToast(`${user.name} tem mais ${countText(given)}.`, 'success')
      onClose()
    },
  })
  return (
    <Sheet title={`Dar mensagens extras a ${user.name}`} onDismiss={onClose}>
      <p>Elas são usadas quando as mensagens do plano acabam, e contam no limite do dia do plano.</p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput label="Quantas" inputMode="numeric" autoComplete="off" {...form.getInputProps('given')} />
        <TextInput
          type="date"
          label="Até quando (opcional)"
          description="Valem até o fim deste dia, no horário de Brasília. Vazio: sem fim."
          {...form.getInputProps('until')}
        />
        <Textarea
          label="Motivo"
          description="Fica no registro e na cópia dos dados da pessoa. O perfil dela não mostra."
          rows={2}
          {...form.getInputProps('reason')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Dar mensagens
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
