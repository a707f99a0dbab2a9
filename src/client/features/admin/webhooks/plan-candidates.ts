import { normalizeText } from '#client/lib/text/normalize-text.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

type Choice = Pick<AdminPlan, 'id' | 'displayName' | 'isFloor' | 'isArchived'>

const isWordsOf = (text: string, words: string) => words !== '' && ` ${text} `.includes(` ${words} `)

const wordsOf = (text: string) =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

/**
 * The plans that an offer may be mapped to, archived ones last, and the only plan whose name the offer's name contains.
 */
export function planCandidates<P extends Choice>(
  name: string | null,
  all: readonly P[],
): { plans: P[]; likely?: string } {
  // The free plan is not sold.
  const sellable = all.filter(({ isFloor }) => !isFloor)
  const plans = [
    ...sellable.filter(({ isArchived }) => !isArchived),
    ...sellable.filter(({ isArchived }) => isArchived),
  ]
  const text = wordsOf(name ?? '')
  const spoken = plans.filter(({ displayName }) => isWordsOf(text, wordsOf(displayName)))
  const [only] = spoken
  return only && spoken.length === 1 ? { plans, likely: only.id } : { plans }
}
