import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RuleReach } from '#shared/contract/reviews.ts'
import { REACH_LIMITS } from '#shared/revisor/limits.ts'
import { review } from '#shared/revisor/review.ts'
import { findForbidden } from '#shared/voice/forbidden-words.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'
import {
  type CountedRule,
  getCountedRule,
  listOwnTitles,
  newestDocumentIds,
  readTexts,
} from './review-reach.queries.ts'

/** Texts in memory at once; one has at most 60,000 characters. */
const BATCH = 50
const MOST_MS = 10_000
/** One count reads texts of everybody, so everybody shares one slot. */
const EVERYBODY = 'everybody'

const slots = new PersonSlots({
  ...{ atOnce: 1, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Outra contagem de documentos está em andamento. Espere um pouco.', {
      retryAfter: 10,
    }),
})

type Wanted = { ruleId: string; userId: string; signal: AbortSignal }

/**
 * Counts the saved documents of all people in which a rule finds something, whether or not it is on. It reads the
 * latest changed ones, for ten seconds at most. Of other people only numbers leave. One at a time in this process.
 * @throws {AppError} NOT_FOUND, also for a rule that compares with saved data; RATE_LIMITED.
 */
export async function countReach(db: Db, { ruleId, userId, signal }: Wanted): Promise<RuleReach> {
  await slots.enter(EVERYBODY)
  try {
    const rule = await getCountedRule(db, { ruleId })
    const newest = await newestDocumentIds(db, { limit: REACH_LIMITS.documents + 1 })
    const ids = newest.slice(0, REACH_LIMITS.documents)
    const { checked, found } = await findIn(db, { ids, rule, signal })
    const own = found.filter((it) => it.userId === userId).map(({ id }) => id)
    return {
      documents: found.length,
      people: new Set(found.map((it) => it.userId)).size,
      own: own.length > 0 ? await listOwnTitles(db, { ids: own, userId }) : [],
      ownDocuments: own.length,
      checked,
      isCut: checked < newest.length,
    }
  } finally {
    slots.leave(EVERYBODY)
  }
}

type Search = { ids: readonly string[]; rule: CountedRule; signal: AbortSignal }

async function findIn(db: Db, { ids, rule, signal }: Search) {
  // A document has no channel: each channel of a rule finds the same words.
  const [channel = 'page'] = rule.channels
  const isIn = (body: string) =>
    rule.isOwn
      ? findForbidden(body, rule.phrases).length > 0
      : review(body, { channel, rules: [rule] }).length > 0
  const until = performance.now() + MOST_MS
  const found: { id: string; userId: string }[] = []
  let checked = 0
  while (checked < ids.length && performance.now() < until && !signal.aborted) {
    const batch = ids.slice(checked, checked + BATCH)
    for (const { id, userId, body } of await readTexts(db, { ids: batch })) {
      if (isIn(body)) found.push({ id, userId })
      // A long text takes milliseconds; other requests come between two of them.
      await nextTurn()
    }
    checked += batch.length
  }
  return { checked, found }
}
