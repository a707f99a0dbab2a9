import type { CreateReview, Review } from '#shared/contract/reviews.ts'
import { review } from '#shared/revisor/review.ts'
import { RULES_VERSION } from '#shared/revisor/rules.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'
import { readReviewFacts } from './review-facts.queries.ts'
import { listReviewRules, readRulesState, toPublicRule } from './review-rules.queries.ts'

const slots = new PersonSlots({
  ...{ atOnce: 1, waiting: 2, patienceMs: 2_000 },
  refusal: () => new AppError('RATE_LIMITED', 'Espere a revisão anterior terminar.', { retryAfter: 2 }),
})

/**
 * Reviews a text by the rules of the house that are in force for its channel. Nothing is stored. One at a time per user
 * in this process.
 * @throws {AppError} NOT_FOUND for a chosen product, offer or brand; RATE_LIMITED.
 */
export async function reviewText(
  db: Db,
  { userId, text, channel, ...chosen }: CreateReview & { userId: string },
): Promise<Review> {
  const wait = slots.enter(userId)
  if (wait) await wait
  try {
    const all = await listReviewRules(db)
    const state = await readRulesState(db)
    const facts = await readReviewFacts(db, { ...chosen, userId, today: localDay.format() })
    const inForce = all.filter((it) => it.isEnabled && it.channels.includes(channel))
    const findings = review(text, { channel, facts, rules: inForce })
    const found = new Set(findings.map(({ ruleId }) => ruleId))
    return {
      findings,
      rules: inForce.filter(({ id }) => found.has(id)).map(toPublicRule),
      rulesChecked: inForce.length,
      rulesVersion: state.version,
      rulesDate: lastChange(state.changedAt),
      checkedAt: new Date().toISOString(),
    }
  } finally {
    slots.leave(userId)
  }
}

const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })

/** The day of the newest change, by the code or by an administrator. */
const lastChange = (changedAt: Date | null): string => {
  const day = changedAt ? localDay.format(changedAt) : ''
  return [day, RULES_VERSION].toSorted().at(-1) ?? RULES_VERSION
}
