import { AUTH_TEXTS } from '#shared/auth-texts.ts'

const OF_STATUS: Record<number, string> = {
  401: 'Sua sessão expirou. Entre de novo para continuar.',
  403: 'Você não tem permissão para fazer isso. Se precisar, peça a quem administra o Elenco.',
  404: 'Não encontramos o que você procura. Confira e tente de novo.',
  429: 'Muitas tentativas seguidas. Espere um pouco e tente de novo.',
}
const UNREADABLE = 'Confira os dados e tente de novo.'

/** The code that better-auth derives from most messages. */
const codeIn = (message: string): string =>
  message
    .toUpperCase()
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** better-auth's validation begins with a path, such as "[query.token] …". */
const isLibrarys = (code: string, message: string) =>
  message === '' || message.startsWith('[') || codeIn(message) === code

type Refusal = { status: number; code: string; message: string }

/**
 * The Portuguese text of a refusal by better-auth, whose messages of codes are `english`; our own texts stay as they
 * are.
 */
export function refusalText({ status, code, message }: Refusal, english: ReadonlySet<string>): string {
  // Some of its refusals have no code.
  const name = code || codeIn(message)
  if (!isLibrarys(name, message) && !english.has(message)) return message
  const known = Object.hasOwn(AUTH_TEXTS, name) ? AUTH_TEXTS[name] : undefined
  return known ?? OF_STATUS[status] ?? UNREADABLE
}
