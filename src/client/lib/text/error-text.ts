import { inHouse } from '#client/lib/browser/house.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { AUTH_TEXTS } from '#shared/auth-texts.ts'
import { ERROR_STATUS, type ErrorCode } from '#shared/envelope.ts'

/** Portuguese texts for the English ones that SPEC §4 and §5 fix. */
const SENTENCES: Record<string, string> = {
  'Name is required': 'O nome é obrigatório',
  'Description is required': 'A descrição é obrigatória',
  'System prompt is required': 'As instruções do agente são obrigatórias',
  'Invalid photo URL': 'Endereço de foto inválido',
  'Invalid label ID': 'Etiqueta inválida',
  'Message content is required': 'Escreva uma mensagem antes de enviar.',
  'Title cannot be empty': 'O título não pode ficar vazio',
  'Invalid agent ID': 'Este endereço não leva a nenhum agente.',
  'Chat not found': 'Não encontramos essa conversa. Ela pode ter sido excluída em outro aparelho.',
  'Login failed': 'Não foi possível entrar. Tente de novo.',
  'Failed to get session after login': 'Você entrou, mas não conseguimos abrir sua sessão. Tente de novo.',
  'Authentication failed or session expired': 'Sua sessão expirou. Entre de novo para continuar.',
  'unauthorized to access resource': 'Você não tem acesso a esta área.',
  'Not authorized': inHouse(
    'Você não tem permissão para fazer isso. Se precisar, peça a quem administra o Elenco.',
  ),
}

/** Texts with a value after a colon. */
const PREFIXES: Record<string, string> = {
  'Failed to fetch messages: ': 'Não foi possível carregar a conversa.',
  'Failed to fetch agent: ': 'Não foi possível carregar o agente.',
  'API Error: ': 'Não foi possível carregar os dados.',
  'You are not allowed to access resource: ': inHouse('Esta área é de quem administra o Elenco.'),
}

/** Codes whose Portuguese text comes from our server, since only it knows the details. */
const TOLD_BY_SERVER = new Set([
  'ACCOUNT_TEMPORARILY_LOCKED',
  'BANNED_USER',
  'CONFLICT',
  'FORBIDDEN',
  'NOT_FOUND',
  'SECOND_FACTOR_REQUIRED',
  'STEP_UP_REQUIRED',
  'UNAVAILABLE',
])

const CODE_SENTENCES: Record<ErrorCode, string> = {
  VALIDATION_ERROR: 'Confira os dados e tente de novo.',
  UNAUTHORIZED: 'Sua sessão expirou. Entre de novo para continuar.',
  FORBIDDEN: inHouse('Você não tem permissão para fazer isso. Se precisar, peça a quem administra o Elenco.'),
  PLAN_REQUIRED: 'Este agente faz parte dos planos pagos. Veja os planos em Seu perfil.',
  STORAGE_FULL: 'Seu espaço acabou. Veja em Seu perfil quanto você usa, e os planos.',
  STEP_UP_REQUIRED: 'Confirme que é você para continuar.',
  SECOND_FACTOR_REQUIRED: 'Aqui, quem administra usa verificação em duas etapas. Ative a sua em Seu perfil.',
  NOT_FOUND: 'Não encontramos o que você procura. Pode ter sido excluído: volte e atualize a página.',
  CONFLICT: 'Isto mudou enquanto você trabalhava. Atualize a página e tente de novo.',
  PAYLOAD_TOO_LARGE: 'O conteúdo passa do tamanho permitido. Diminua e tente de novo.',
  UNSUPPORTED_MEDIA_TYPE: 'Este tipo de conteúdo não é aceito. Tente com outro formato.',
  RATE_LIMITED: 'Muitas tentativas seguidas. Espere um pouco e tente de novo.',
  QUOTA_EXCEEDED: 'Você usou todas as mensagens do seu plano neste mês. Veja os planos, ou espere o dia 1º.',
  INTERNAL_ERROR: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
  UNAVAILABLE: 'O serviço está indisponível agora. Nada se perdeu: tente de novo em instantes.',
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

/**
 * The Portuguese sentence for a fixed English text; any other text comes back unchanged. `isOurs`: a reason behind a
 * fixed prefix is our server's text, and not a library's.
 */
export function toPortuguese(message: string, isOurs = false): string {
  const sentence = SENTENCES[message]
  if (sentence) return sentence
  const prefix = Object.keys(PREFIXES).find((text) => message.startsWith(text))
  if (!prefix) return message
  const [lead, rest] = [PREFIXES[prefix] ?? '', message.slice(prefix.length)]
  const reason = toPortuguese(rest)
  return reason === rest && !isOurs ? lead : `${lead} ${reason}`
}

function waitText(seconds: number): string {
  if (seconds <= 1) return '1 segundo'
  return seconds < 90 ? `${Math.ceil(seconds)} segundos` : `${Math.ceil(seconds / 60)} minutos`
}

function waitingText({ status, code, retryAfterSeconds }: ApiError): string | undefined {
  if (status !== 429 || code === 'QUOTA_EXCEEDED' || !retryAfterSeconds) return undefined
  return `Muitas tentativas seguidas. Tente de novo em ${waitText(retryAfterSeconds)}.`
}

const codeSentence = (code: string) => CODE_SENTENCES[isErrorCode(code) ? code : 'INTERNAL_ERROR']

/** User-facing text of a failed App API call or any other error. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return CODE_SENTENCES.INTERNAL_ERROR
  if (error instanceof ApiError && error.status === 401) return CODE_SENTENCES.UNAUTHORIZED
  if (error instanceof ApiError && error.message === '') return codeSentence(error.code)
  const text = toPortuguese(error.message)
  // Only our API's texts are shown as they are; messages of libraries are in English.
  if (error instanceof ApiError) return waitingText(error) ?? text
  return text === error.message ? CODE_SENTENCES.INTERNAL_ERROR : text
}

/** User-facing text of a failed `/api/auth` call, by its code, which tells more than the text. */
export function authErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  const { code, message } = error
  if (code === 'NETWORK' || code === 'TIMEOUT') return message
  if (TOLD_BY_SERVER.has(code) && message !== '') return toPortuguese(message)
  const sentence = waitingText(error) ?? AUTH_TEXTS[code] ?? SENTENCES[message]
  return sentence ?? (isErrorCode(code) ? CODE_SENTENCES[code] : CODE_SENTENCES.INTERNAL_ERROR)
}
