import type { Rating } from '#shared/contract/messages.ts'

export const REASONS: Record<Rating, readonly string[]> = {
  up: ['Pronta para usar', 'Usou meus dados', 'Boas ideias', 'Tom certo'],
  down: ['Não usou meus dados', 'Informação errada', 'Genérica demais', 'Tom errado', 'Longa demais'],
}

export type Reason = { chosen: string[]; text: string }

/** Stored form of a reason: one line per choice, then the free text. */
export const joinReason = ({ chosen, text }: Reason): string =>
  [...chosen, text.trim()].filter((line) => line !== '').join('\n')

/** Inverse of `joinReason`. */
export function splitReason(stored: string, rating: Rating): Reason {
  const lines = stored.split('\n')
  const own = lines.findIndex((line) => !REASONS[rating].includes(line))
  const end = own < 0 ? lines.length : own
  return { chosen: lines.slice(0, end), text: lines.slice(end).join('\n') }
}
