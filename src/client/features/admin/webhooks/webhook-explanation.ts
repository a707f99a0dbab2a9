import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import type { WebhookEvent, WebhookProvider } from '#shared/contract/webhooks.ts'
import { PROVIDERS, WAITING } from './webhook-texts.ts'

type Told = Pick<
  WebhookEvent,
  'provider' | 'state' | 'waiting' | 'failure' | 'attempts' | 'createdAt' | 'processedAt' | 'payload'
>

const TRIED_FOR_MS = 3 * 86_400_000

const AGAIN = 'Ele é tentado de novo sozinho, de hora em hora, por três dias. Você também pode tentar já.'
const GIVEN_UP =
  'Já se passaram três dias, e ele não é mais tentado sozinho. Tente você; se falhar outra vez, chame quem cuida do servidor.'

const resend = (provider: WebhookProvider) =>
  `O conteúdo já foi apagado, e não há mais o que processar. Reenvie o evento pelo painel ${PROVIDERS[provider].of}.`

function sayProcessed({ attempts, processedAt, payload, waiting }: Told, now: number): string {
  const when = processedAt ? ` ${formatMomentInWords(processedAt, now)}` : ''
  const tries = attempts > 1 ? `, na ${attempts}ª tentativa` : ''
  const harmless = payload === null ? '' : ' Processar de novo não cobra nem libera nada duas vezes.'
  if (waiting) return `Recebido${when}${tries}. ${WAITING[waiting].why}${harmless}`
  return `Processado${when}${tries}.${harmless}`
}

/**
 * Explains the state of an event and the next step. `sellsUnmapped`: its offers are listed below. Undefined where
 * `failure` is enough. `now` is in milliseconds.
 */
export function explainOutcome(event: Told, sellsUnmapped: boolean, now = Date.now()): string | undefined {
  const { state, provider, createdAt, payload, failure } = event
  if (state === 'processed') return sayProcessed(event, now)
  if (state === 'ignored') return failure ? undefined : 'Fica guardado, e não muda o acesso de ninguém.'
  if (payload === null) return resend(provider)
  if (state === 'parked') {
    return sellsUnmapped
      ? 'Diga que plano é: antes de liberar, você vê quem entra. Quem ainda não tem conta recebe um e-mail para entrar.'
      : 'Quando chegar o que falta da mesma compra, ele vale junto. Se você sabe de quem ela é, dê a compra à pessoa.'
  }
  const next = Date.parse(createdAt) + TRIED_FOR_MS > now ? AGAIN : GIVEN_UP
  return state === 'failed' ? next : `Está guardado e ainda não foi processado. ${next}`
}
