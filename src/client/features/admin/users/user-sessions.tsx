import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminSession } from '#shared/contract/admin-calls.ts'
import classes from './user-lists.module.css'
import { userCalls, userQueries } from './users.api.ts'

type Props = { userId: string; isOwn: boolean }

export function UserSessions({ userId, isOwn }: Props) {
  const sessions = useQuery(userQueries.sessions(userId))
  return (
    <FieldGroup title="Aparelhos" lead="Onde a conta está aberta agora.">
      {sessions.isPending && <Skeletons label="Carregando aparelhos" heights={[64]} />}
      {sessions.isError && !sessions.data && (
        <LoadFailure query={sessions}>{errorText(sessions.error)}</LoadFailure>
      )}
      {sessions.data && <SessionList userId={userId} sessions={sessions.data} isOwn={isOwn} />}
    </FieldGroup>
  )
}

function SessionList({ userId, sessions, isOwn }: Props & { sessions: AdminSession[] }) {
  const place = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (token: string | null) =>
      token ? userCalls.endSession(token) : userCalls.endSessions(userId),
    onSuccess: async (_, token) => {
      showToast(token ? 'Sessão encerrada.' : 'Todas as sessões foram encerradas.', 'success')
      // The pressed button disappears with its row.
      place.current?.focus()
      await client.invalidateQueries({ queryKey: userQueries.sessions(userId).queryKey })
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const isEnding = (token: string | null) => end.isPending && end.variables === token
  const sorted = sessions.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
  return (
    <Stack gap={12} ref={place} tabIndex={-1} className={classes.place}>
      {sorted.length === 0 && <p className={text.soft}>A conta não está aberta em nenhum aparelho.</p>}
      {sorted.length > 0 && (
        <ul aria-label="Sessões ativas" className={classes.list}>
          {sorted.map((session) => (
            <Row as="li" gap={16} wrap={false} key={session.id} className={classes.row}>
              <DeviceIcon device={session.device} />
              <Stack as="span" gap={4} className={classes.words}>
                <strong>{session.device}</strong>
                <span className={text.soft}>
                  {session.impersonatedBy ? 'Acesso da administração · ' : ''}
                  {session.place} · {formatRelative(session.lastSeenAt)}
                </span>
              </Stack>
              {!isOwn && (
                <Button
                  variant="subtle"
                  aria-label={`Encerrar ${session.device}`}
                  loading={isEnding(session.token)}
                  onClick={() => end.mutate(session.token)}
                >
                  Encerrar
                </Button>
              )}
            </Row>
          ))}
        </ul>
      )}
      {sorted.length > 1 && !isOwn && (
        <Button
          variant="default"
          className={classes.all}
          loading={isEnding(null)}
          onClick={() => end.mutate(null)}
        >
          Encerrar todas
        </Button>
      )}
    </Stack>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size={24} aria-hidden className={classes.icon} />
}
