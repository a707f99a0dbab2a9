import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { OwnSession } from '#shared/contract/auth-calls.ts'
import { meCalls, meQueries } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

/** The active sessions, with buttons that end them. */
export function MeSessions({ sessions }: { sessions: QueryState<OwnSession[]> }) {
  return (
    <MeSection
      place="aparelhos"
      title="Aparelhos"
      lead="Onde a sua conta está aberta. Não reconhece algum? Encerre e troque a senha."
    >
      <Content sessions={sessions} />
    </MeSection>
  )
}

function Content({ sessions }: { sessions: QueryState<OwnSession[]> }) {
  if (sessions.isPending) {
    return (
      <div role="status" aria-label="Carregando aparelhos" className={classes.sessions}>
        <div className={`${classes.gap} skeleton`} />
        <div className={`${classes.gap} skeleton`} />
      </div>
    )
  }
  if (!sessions.data) {
    return <LoadFailure query={sessions}>{authErrorText(sessions.error)}</LoadFailure>
  }
  const sorted = sessions.data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return <SessionList sessions={sorted} />
}

function SessionList({ sessions }: { sessions: OwnSession[] }) {
  const list = useRef<HTMLUListElement>(null)
  const cache = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string | null) => (id ? meCalls.endSession(id) : meCalls.endOtherSessions()),
    onSuccess: async (_, id) => {
      showToast(id ? 'Sessão encerrada.' : 'As outras sessões foram encerradas.', 'success')
      // The pressed button disappears with its row.
      list.current?.focus()
      await cache.invalidateQueries({ queryKey: meQueries.sessions().queryKey })
    },
    onError: (error) => showToast(authErrorText(error), 'error'),
  })
  const isEnding = (id: string | null) => end.isPending && end.variables === id
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Sessões ativas" className={classes.sessions}>
        {sessions.map((session) => (
          <Row as="li" key={session.id} gap={16} wrap={false} className={classes.session}>
            <DeviceIcon device={session.device} />
            <Stack gap={4} className={classes.device}>
              <strong>{session.device}</strong>
              <span className={classes.soft}>
                {session.place}
                {!session.isCurrent && ` · ${formatRelative(session.lastSeenAt)}`}
              </span>
            </Stack>
            {session.isCurrent ? (
              <span className={text.pill}>Este aparelho</span>
            ) : (
              <Button
                variant="subtle"
                aria-label={`Encerrar ${session.device}`}
                loading={isEnding(session.id)}
                onClick={() => end.mutate(session.id)}
              >
                Encerrar
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" loading={isEnding(null)} onClick={() => end.mutate(null)}>
          Encerrar todas as outras
        </Button>
      )}
    </>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size={24} aria-hidden />
}
