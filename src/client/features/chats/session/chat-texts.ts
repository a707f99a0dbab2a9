import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { type Message, REPLY_ERROR_TEXT, ReplyErrorCode } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { ChatFailure } from './chat-state.ts'

const KEPT = 'Seu texto continua aqui.'
const count = new Intl.NumberFormat('pt-BR')

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
      return sentence(Object.values(error.details ?? {}).map(toPortuguese)[0] ?? errorText(error))
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
function replyErrorText(code: string | null): string {
  const known = ReplyErrorCode.safeParse(code)
  return REPLY_ERROR_TEXT[known.success ? known.data : 'internal']
}

/** Note that the model read a summary of the oldest messages; null if it read all. */
export function condensedText({ condensedTurns }: Message): string | null {
  if (condensedTurns === 0) return null
  if (condensedTurns === 1) return 'A mensagem mais antiga entrou resumida.'
  return `As ${count.format(condensedTurns)} mensagens mais antigas entraram resumidas.`
}

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
      text: `A mensagem passa do limite de ${count.format(limit)} caracteres em ${count.format(over)}. Encurte ou divida em partes.`,
      isOver: true,
    }
  }
  return length >= limit * 0.9
    ? { text: `${count.format(length)} de ${count.format(limit)} caracteres`, isOver: false }
    : null
}

/** Why an agent takes no messages; null if it does. */
export function closedText(agent: { available: boolean; locked: boolean }): string | null {
  if (!agent.available) return 'Este agente saiu do elenco. A conversa continua aqui para leitura.'
  if (agent.locked)
    return 'Este agente faz parte dos planos pagos. No seu plano, as conversas com ele ficam só para leitura.'
  return null
}
