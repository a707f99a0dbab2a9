import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlugOff } from '@tabler/icons-react'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { WebhookHealth, WebhookProvider } from '#shared/contract/webhooks.ts'
import { type ProviderHealth, sayHealth } from './health-alerts.ts'
import classes from './provider-health.module.css'
import { WebhookAlerts } from './webhook-alerts.tsx'
import { PROVIDERS } from './webhook-texts.ts'

export function ProvidersHealth({ health }: { health: QueryState<WebhookHealth> }) {
  if (health.isPending) return <Waiting />
  if (!health.data) {
    return (
      <LoadFailure query={health}>
        Não deu para saber como vão os webhooks. {errorText(health.error)}
      </LoadFailure>
    )
  }
  return (
    <Stack as="section" gap={16} aria-label="Como vão os webhooks">
      <WebhookAlerts health={health.data} />
      <ul className={classes.providers}>
        {health.data.providers.map((it) => (
          <Provider key={it.provider} health={it} />
        ))}
      </ul>
    </Stack>
  )
}

function iconOf({ isConfigured, lastReceivedAt, isSilent }: ProviderHealth) {
  if (!isConfigured) return IconPlugOff
  if (lastReceivedAt === null) return IconCircleDashed
  return isSilent ? IconAlertTriangle : IconCircleCheck
}

const VARIABLES: Record<WebhookProvider, readonly string[]> = {
  hubla: ['HUBLA_WEBHOOK_TOKEN'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
}

function Provider({ health }: { health: ProviderHealth }) {
  const { provider, isConfigured, lastReceivedAt, isSilent } = health
  const Icon = iconOf(health)
  const isWell = isConfigured && lastReceivedAt !== null && !isSilent
  return (
    <Row
      as="li"
      gap={12}
      align="start"
      wrap={false}
      className={classes.provider}
      data-well={isWell || undefined}
      data-silent={isSilent || undefined}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <Stack gap={4} className={classes.words}>
        <h2 className={classes.name}>{PROVIDERS[provider].name}</h2>
        <p className={text.hint}>{sayHealth(health)}</p>
        {!isConfigured && (
          <p className={text.hint}>
            Para ligar, quem cuida do servidor define{' '}
            <code className={classes.code}>{VARIABLES[provider].join(' e ')}</code>.
          </p>
        )}
        <Address provider={provider} />
      </Stack>
    </Row>
  )
}

function Address({ provider }: { provider: WebhookProvider }) {
  const { at, of } = PROVIDERS[provider]
  const address = `${location.origin}/api/webhooks/${provider}`
  return (
    <p className={classes.address}>
      <span className={text.hint}>Endereço para colar {at}</span>
      <Row as="span" gap={4} wrap={false}>
        <code className={classes.code}>{address}</code>
        <CopyButton text={address} label={`Copiar o endereço ${of}`} />
      </Row>
    </p>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Carregando como vão os webhooks" className={classes.providers}>
      <div className={`${classes.gap} skeleton`} aria-hidden />
      <div className={`${classes.gap} skeleton`} aria-hidden />
    </div>
  )
}
