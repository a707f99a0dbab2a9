import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { lazyFormat } from '#client/lib/text/lazy-format.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { doorText } from '#shared/plans-phrase.ts'
import { isReplyErrorCode, REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import type { ChatFailure } from './chat-state.ts'

const KEPT = 'Seu texto continua aqui.'
const count = lazyFormat(() => new Intl.NumberFormat('pt-BR'))

/** Enter was pressed while a reply runs. */
export const EARLY_TEXT = 'Espere a resposta terminar para enviar, ou pare com Esc.'

export const RECONNECTING = 'Reconectando… a resposta continua no servidor.'

/** Reason of a failed action, and whether the text is kept. */
export function failureText(failure: ChatFailure): string {
  if (failure.action === 'stop') return `Não conseguimos parar a resposta. ${errorText(failure.error)}`
  const reason = reasonOf(failure.error)
  return failure.action === 'send' && failure.isKept ? `${reason} ${KEPT}` : reason
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  switch (error.code) {
    case 'NETWORK':
    case 'TIMEOUT':
      return 'Não conseguimos falar com o servidor. Confira sua internet e tente de novo.'
    case 'UNAVAILABLE':
      return 'A mensagem não foi salva. Tente de novo em instantes.'
    case 'INTERNAL_ERROR':
      return 'Não sabemos se a mensagem foi salva. Tente de novo: ela não será duplicada.'
    case 'VALIDATION_ERROR':
      return sentence(Object.values(error.details ?? {}).map((it) => toPortuguese(it))[0] ?? errorText(error))
    // The server's message names the cause.
    case 'CONFLICT':
    case 'RATE_LIMITED':
      return error.message === '' ? errorText(error) : sentence(toPortuguese(error.message))
    default:
      return errorText(error)
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Note on an abnormal end of a reply; null for a normal one. */
export function endingText({ status, errorCode, finishReason }: Message): string | null {
  if (status === 'stopped') return 'Resposta interrompida por você.'
  if (status === 'error' || status === 'interrupted') return replyErrorText(errorCode)
  if (finishReason === 'length') return 'A resposta parou no limite de tamanho.'
  if (finishReason === 'content_filter')
    return 'O provedor de IA cortou parte desta resposta pelas regras de conteúdo dele.'
  return null
}

/** Whether a reply ended early, with text to continue. */
export function canContinue({ status, finishReason, content }: Message): boolean {
  if (content.trim() === '') return false
  return status === 'stopped' || status === 'interrupted' || (status === 'done' && finishReason === 'length')
}

/** Unknown and missing codes read as `internal`. */
const replyErrorText = (code: string | null): string =>
  REPLY_ERROR_TEXT[isReplyErrorCode(code) ? code : 'internal']

/** Note under the first reply whose model read a summary of the oldest messages. */
export const CONDENSED_TEXT = 'As mensagens mais antigas entraram resumidas, nesta resposta e nas próximas.'

/** The reply that has {@link CONDENSED_TEXT}: the oldest one of those loaded. */
export const firstCondensed = (messages: Message[]): string | undefined =>
  messages.find(({ condensedTurns }) => condensedTurns > 0)?.id

/** Text of the live region at the end of a reply. */
export function announcementOf({ status }: Message): string {
  if (status === 'done') return 'Resposta concluída'
  return status === 'stopped' ? 'Resposta interrompida' : 'A resposta falhou'
}

/** Length of a message against its limit; null below 90%. */
export function lengthHint(length: number): { text: string; isOver: boolean } | null {
  const limit = LIMITS.messageLength
  if (length > limit) {
    const over = length - limit
    return {
      text: `A mensagem passa do limite de ${count().format(limit)} caracteres em ${count().format(over)}. Encurte ou divida em partes.`,
      isOver: true,
    }
  }
  return length >= limit * 0.9
    ? { text: `${count().format(length)} de ${count().format(limit)} caracteres`, isOver: false }
    : null
}

/** Why an agent takes no messages; null if it does. */
export function closedText(agent: Pick<Agent, 'available' | 'locked' | 'plans'>): string | null {
  if (!agent.available) return 'Este agente saiu do elenco. A conversa continua aqui para leitura.'
  if (agent.locked)
    return `${doorText(agent.plans)}. No seu plano, as conversas com este agente ficam só para leitura.`
  return null
}
