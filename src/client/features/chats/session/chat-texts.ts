import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { type Message, REPLY_ERROR_TEXT, ReplyErrorCode } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { ChatFailure } from './chat-state.ts'

const KEPT = 'Seu texto continua aqui.'
const count = new Intl.NumberFormat('pt-BR')

/** Why Enter sends nothing while a reply runs. */
export const EARLY_TEXT = 'Espere a resposta terminar para enviar, ou pare com Esc.'

/** The connection to a reply under way is gone; the reply is not. */
export const RECONNECTING = 'Reconectando… a resposta continua no servidor.'

/** Why the last action did not happen, and that nothing of the person's was lost. */
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
    // The server names the cause: a reply under way here, too many elsewhere, an agent that left.
    case 'CONFLICT':
    case 'RATE_LIMITED':
      return error.message === '' ? errorText(error) : sentence(toPortuguese(error.message))
    default:
      return errorText(error)
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What stands under a reply about how it ended; null for one that simply ended. */
export function endingText({ status, errorCode, finishReason }: Message): string | null {
  if (status === 'stopped') return 'Resposta interrompida por você.'
  if (status === 'error' || status === 'interrupted') return replyErrorText(errorCode)
  if (finishReason === 'length') return 'A resposta parou no limite de tamanho.'
  if (finishReason === 'content_filter')
    return 'O provedor de IA cortou parte desta resposta pelas regras de conteúdo dele.'
  return null
}

/** Whether a reply ended before it was finished, with a text to go on from. */
export function canContinue({ status, finishReason, content }: Message): boolean {
  if (content.trim() === '') return false
  return status === 'stopped' || status === 'interrupted' || (status === 'done' && finishReason === 'length')
}

/** The sentence for a reply that failed; an unknown or missing code reads as a fault of ours. */
function replyErrorText(code: string | null): string {
  const known = ReplyErrorCode.safeParse(code)
  return REPLY_ERROR_TEXT[known.success ? known.data : 'internal']
}

/** That the model read the beginning of the conversation shortened; null when it read all of it. */
export function condensedText({ condensedTurns }: Message): string | null {
  if (condensedTurns === 0) return null
  if (condensedTurns === 1) return 'A mensagem mais antiga entrou resumida.'
  return `As ${count.format(condensedTurns)} mensagens mais antigas entraram resumidas.`
}

/** How a reply's end is told to somebody who does not see the screen. */
export function announcementOf({ status }: Message): string {
  if (status === 'done') return 'Resposta concluída'
  return status === 'stopped' ? 'Resposta interrompida' : 'A resposta falhou'
}

/** How much of the limit a text takes: silent while far from it, an error sentence beyond it. */
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

/** Why nothing can be written to an agent; null when it can. */
export function closedText(agent: { available: boolean; locked: boolean }): string | null {
  if (!agent.available) return 'Este agente saiu do elenco. A conversa continua aqui para leitura.'
  if (agent.locked)
    return 'Este agente faz parte dos planos pagos. No seu plano, as conversas com ele ficam só para leitura.'
  return null
}
