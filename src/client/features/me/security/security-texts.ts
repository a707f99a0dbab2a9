import { inHouse } from '#client/lib/browser/house.ts'
import { formatDay, formatRelative } from '#client/lib/text/format.ts'
import { toSaoPauloTime } from '#client/lib/text/sao-paulo-time.ts'
import type { Security } from '#shared/contract/second-factor.ts'

/** "usada ontem", "usada em 3 de outubro de 2026", "nunca usada"; `now` is in milliseconds since 1970. */
export function usedText(lastUsedAt: string | null, now = Date.now()): string {
  if (!lastUsedAt) return 'nunca usada'
  const when = formatRelative(lastUsedAt, now)
  return /^\d/.test(when) ? `usada em ${when}` : `usada ${when}`
}

/** A key in groups of four, as apps show it. */
export const groupKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

/** The key of an `otpauth:` address. */
export const keyOf = (totpURI: string): string => new URL(totpURI).searchParams.get('secret') ?? ''

/** "1 código", "7 códigos". */
export const countCodes = (count: number): string => (count === 1 ? '1 código' : `${count} códigos`)

type File = { origin: string; email: string; codes: readonly string[] }

/** The text file of the recovery codes. */
export const codesFile = ({ origin, email, codes }: File): string =>
  [
    inHouse('Códigos de recuperação do Elenco'),
    `${origin}, conta ${email}`,
    'Cada um vale uma vez só, no lugar do código do aplicativo.',
    '',
    ...codes,
    '',
  ].join('\n')

/** Why an administrator needs a second factor, and from when; `now` is in milliseconds since 1970. */
export function requirementText(
  { requiredFrom }: Pick<Security, 'requiredFrom'>,
  now = Date.now(),
): string | undefined {
  if (!requiredFrom) return undefined
  const day = formatDay(toSaoPauloTime(requiredFrom).slice(0, 10))
  return Date.parse(requiredFrom) > now
    ? `A partir de ${day}, quem administra ${inHouse('o Elenco')} precisa da verificação em duas etapas ou de uma chave de acesso. Sem nenhuma das duas, a administração fica fechada para você desse dia em diante.`
    : `Desde ${day}, quem administra ${inHouse('o Elenco')} precisa da verificação em duas etapas ou de uma chave de acesso. A administração está fechada para você até ativar uma das duas.`
}
