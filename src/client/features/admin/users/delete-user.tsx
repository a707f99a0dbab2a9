import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteForm } from '#client/entities/account/delete-account-form.tsx'
import { formDraftKey, saveFormDraft } from '#client/lib/forms/form-draft.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import classes from './edit-user.module.css'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

type Props = { user: AdminUser; editorId: string; onRemoved: () => Promise<void> }

export function UserRemoval(props: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <FieldGroup title="Excluir" lead="Para quem pede, ou para o que não devia existir.">
      <Button
        variant="default"
        className={`${classes.start} ${classes.danger}`}
        onClick={() => setAsking(true)}
      >
        Excluir a conta
      </Button>
      {isAsking && <Removal {...props} onDismiss={() => setAsking(false)} />}
    </FieldGroup>
  )
}

function Removal({ user, editorId, onRemoved, onDismiss }: Props & { onDismiss: () => void }) {
  const client = useQueryClient()
  const handleDelete = async () => {
    await userCalls.remove(user.id)
    saveFormDraft(formDraftKey(editorId, `admin-user:${user.id}`), {})
    await onRemoved()
    client.removeQueries({ queryKey: userQueries.detail(user.id).queryKey })
    await usersChanged(client)
  }
  return (
    <Sheet title={`Excluir a conta de ${user.name}?`} onDismiss={onDismiss}>
      <p>
        Apagamos agora o perfil, as conversas, os produtos e os arquivos de {user.email}. A pessoa recebe um
        aviso por e-mail. O que ela assina pelo Stripe é cancelado junto; o que assina pela Hubla, só lá. Não
        há como desfazer.
      </p>
      <DeleteForm onDelete={handleDelete} cancelLabel="Cancelar" onCancel={onDismiss} />
    </Sheet>
  )
}
