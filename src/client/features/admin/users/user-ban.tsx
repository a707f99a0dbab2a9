import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import classes from './edit-user.module.css'
import { UserBanSheet } from './user-ban-sheet.tsx'
import { banEnd } from './user-texts.ts'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

export function UserBan({ user }: { user: AdminUser }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const handleChanged = (changed: AdminUser) => {
    client.setQueryData(userQueries.detail(user.id).queryKey, changed)
    void usersChanged(client)
  }
  const unban = useMutation({
    mutationFn: () => userCalls.unban(user.id),
    onSuccess: (changed) => {
      showToast(`${user.name} pode entrar de novo.`, 'success')
      handleChanged(changed)
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <FieldGroup title="Suspensão" lead="Quem está suspenso não entra, e lê por quê ao tentar.">
      {user.banned && (
        <Stack gap={4} className={callout.root} data-tone="danger">
          <p>
            <strong>Suspensa {banEnd(user)}.</strong>
          </p>
          <p>Motivo: {user.banReason ?? 'não informado'}</p>
        </Stack>
      )}
      {/* One button, so that the focus stays where it was when its word changes. */}
      <Button
        variant="default"
        className={`${classes.start} ${user.banned ? '' : classes.danger}`}
        loading={unban.isPending}
        onClick={() => (user.banned ? unban.mutate() : setAsking(true))}
      >
        {user.banned ? 'Encerrar suspensão' : 'Suspender a conta'}
      </Button>
      {isAsking && <UserBanSheet user={user} onBanned={handleChanged} onClose={() => setAsking(false)} />}
    </FieldGroup>
  )
}
