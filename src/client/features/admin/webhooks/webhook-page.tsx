import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { WebhookEvent, WebhookState } from '#shared/contract/webhooks.ts'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookOutcome } from './webhook-outcome.tsx'
import classes from './webhook-page.module.css'
import { Payload } from './webhook-payload.tsx'
import { PROVIDERS, RETRIED, sayType, WAITING } from './webhook-texts.ts'
import { retryEvent, webhookQueries } from './webhooks.api.ts'

const back = (
  <LinkButton to="/app/admin/webhooks" variant="default">
    Ver os webhooks
  </LinkButton>
)

export function WebhookPage({ eventId }: { eventId: string }) {
  const event = useQuery(webhookQueries.detail(eventId))
  if (event.data) return <Opened event={event.data} />
  if (!event.isError) return <Waiting />
  const { error } = event
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <StateMessage
      isPage
      tone="error"
      title={isGone ? 'Este evento não existe' : 'O evento não carregou'}
      actions={
        <>
          {!isGone && <Button onClick={() => void event.refetch()}>Tentar de novo</Button>}
          {back}
        </>
      }
    >
      {isGone ? 'O endereço pode estar errado. Os eventos guardados estão todos na lista.' : errorText(error)}
    </StateMessage>
  )
}

function Opened({ event }: { event: WebhookEvent }) {
  const { type, provider, createdAt, payload } = event
  return (
    <AdminPage
      title={sayType(type) ?? type}
      description={`Evento ${PROVIDERS[provider].of}, chegou ${formatMomentInWords(createdAt)}.`}
      actions={
        <>
          {back}
          {/* Without what came there is nothing to process. */}
          {payload !== null && <RetryButton event={event} />}
        </>
      }
    >
      <div className={classes.columns}>
        <Stack gap={24}>
          <WebhookOutcome event={event} />
          <WebhookFacts event={event} />
        </Stack>
        <Payload payload={payload} />
      </div>
    </AdminPage>
  )
}

function Waiting() {
  return (
    <Stack gap={24} role="status" aria-label="Carregando o evento">
      <div className={`${classes.titleGap} skeleton`} aria-hidden />
      <div className={classes.columns} aria-hidden>
        <div className={`${classes.factsGap} skeleton`} />
        <div className={`${classes.payloadGap} skeleton`} />
      </div>
    </Stack>
  )
}

const NEEDS_RETRY: ReadonlySet<WebhookState> = new Set(['failed', 'received'])

function RetryButton({ event: { id, state } }: { event: WebhookEvent }) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const retry = useMutation({
    mutationFn: () => retryEvent(client, id),
    onSuccess: ({ state, waiting }) =>
      waiting
        ? showToast(WAITING[waiting].toast, 'info')
        : showToast(RETRIED[state].text, RETRIED[state].tone),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const { isPending, submittedAt } = retry
  // A disabled button loses the focus.
  useEffect(() => {
    if (submittedAt > 0 && !isPending) button.current?.focus()
  }, [submittedAt, isPending])
  return (
    <Button
      ref={button}
      variant={NEEDS_RETRY.has(state) ? 'filled' : 'default'}
      loading={isPending}
      leftSection={<IconRefresh size={20} aria-hidden />}
      onClick={() => retry.mutate()}
    >
      Processar de novo
    </Button>
  )
}
