import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import type { WebhookHealth } from '#shared/contract/webhooks.ts'
import { PARTS, PROVIDERS, sayEvents } from './webhook-texts.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

export type ProviderHealth = WebhookHealth['providers'][number]

export type HealthAlert = {
  key: string
  tone: 'danger' | 'wait'
  text: string
  link: { label: string; search: WebhooksSearch; hash: string }
}

function failures({ provider, failed, failedSince }: ProviderHealth, now: number): HealthAlert | false {
  if (failed === 0) return false
  const verb = failed === 1 ? 'não foi processado' : 'não foram processados'
  const oldest = failed === 1 ? 'Chegou' : 'O mais antigo chegou'
  const since = failedSince ? ` ${oldest} ${formatMomentInWords(failedSince, now)}.` : ''
  return {
    key: `${provider}-failed`,
    tone: 'danger',
    text: `${sayEvents(failed)} ${PROVIDERS[provider].of} ${verb}, e quem comprou pode estar sem acesso.${since}`,
    link: { label: 'Ver o que falhou', search: { provider, state: 'failed' }, hash: PARTS.events },
  }
}

function silence({ provider, isSilent, lastReceivedAt }: ProviderHealth, now: number): HealthAlert | false {
  if (!isSilent) return false
  const { the, of } = PROVIDERS[provider]
  const since = lastReceivedAt ? ` Último evento: ${formatMomentInWords(lastReceivedAt, now)}.` : ''
  return {
    key: `${provider}-silent`,
    tone: 'danger',
    text: `${the} não manda nada há mais de sete dias.${since} Confira no painel ${of} se o webhook continua ligado.`,
    link: { label: 'Ver os últimos eventos', search: { provider }, hash: PARTS.events },
  }
}

function waiting({ provider, parked }: ProviderHealth): HealthAlert | false {
  if (parked === 0) return false
  const verb = parked === 1 ? 'espera' : 'esperam'
  return {
    key: `${provider}-parked`,
    tone: 'wait',
    text: `${sayEvents(parked)} ${PROVIDERS[provider].of} ${verb}, e quem comprou pode estar sem acesso. Quase sempre falta dizer que plano foi vendido.`,
    link: { label: 'Ver o que espera', search: { provider, state: 'parked' }, hash: PARTS.unmapped },
  }
}

/**
 * Alerts by severity: failed events, silent providers, purchases without a plan. `now` is in milliseconds.
 */
export function alertsOf({ providers }: Pick<WebhookHealth, 'providers'>, now = Date.now()): HealthAlert[] {
  return [
    ...providers.map((it) => failures(it, now)),
    ...providers.map((it) => silence(it, now)),
    ...providers.map(waiting),
  ].filter((alert) => alert !== false)
}

/** `now` is in milliseconds. */
export function sayHealth({ isConfigured, lastReceivedAt }: ProviderHealth, now = Date.now()): string {
  if (!isConfigured) return 'Desligado aqui: o que chegar é recusado.'
  if (lastReceivedAt === null) return 'Tudo pronto para receber. Nada chegou ainda.'
  return `Último evento: ${formatMomentInWords(lastReceivedAt, now)}.`
}
