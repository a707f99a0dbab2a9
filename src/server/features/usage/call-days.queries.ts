import { sql } from 'drizzle-orm'
import type { CallPurpose } from '#shared/contract/usage.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { preparedOnce, statement } from '../../db/statement.ts'

/** Figures of calls that share a row of the day. */
type Sum = {
  agentId: string
  provider: string
  model: string
  isOwnKey: boolean
  purpose: CallPurpose
  calls: number
  nTokens: number
  nCachedTokens: number
  nOutputTokens: number
}
type Sums = Map<string, Sum>

/** In the order of the key, so that two instances do not wait for each other. */
const storeSums = statement(
  'add_up_calls',
  sql`insert into call_days as counted (day, agent_id, provider, model, is_own_key, purpose, calls,
      n_tokens, n_cached_tokens, n_output_tokens)
    select ${dayOf()}, "agentId", provider, model, "isOwnKey", purpose, calls, "nTokens", "nCachedTokens", "nOutputTokens"
    from json_to_recordset(${sql.placeholder('sums')}::json) as ended ("agentId" uuid, provider text, model text,
      "isOwnKey" boolean, purpose text, calls integer, "nTokens" bigint, "nCachedTokens" bigint, "nOutputTokens" bigint)
    order by "agentId", provider, model, "isOwnKey", purpose
    on conflict (day, agent_id, provider, model, is_own_key, purpose) do update set
      (calls, n_tokens, n_cached_tokens, n_output_tokens) = (counted.calls + excluded.calls,
        counted.n_tokens + excluded.n_tokens, counted.n_cached_tokens + excluded.n_cached_tokens,
        counted.n_output_tokens + excluded.n_output_tokens)`,
)

function addTo(sums: Sums, added: Sum): void {
  const { agentId, provider, model, isOwnKey, purpose } = added
  const key = JSON.stringify([agentId, provider, model, isOwnKey, purpose])
  const sum = sums.get(key)
  sums.set(key, {
    ...added,
    calls: added.calls + (sum?.calls ?? 0),
    nTokens: added.nTokens + (sum?.nTokens ?? 0),
    nCachedTokens: added.nCachedTokens + (sum?.nCachedTokens ?? 0),
    nOutputTokens: added.nOutputTokens + (sum?.nOutputTokens ?? 0),
  })
}

/** One write at a time: writes of the same row would wait for each other, each with a connection. */
const counterOf = preparedOnce((db) => {
  let waiting: Sums = new Map()
  let failed: Sums = new Map()
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  const write = async () => {
    const fresh = waiting
    const sums: Sums = new Map(failed)
    for (const sum of fresh.values()) addTo(sums, sum)
    waiting = new Map()
    failed = new Map()
    next = undefined
    try {
      await storeSums(db, { sums: JSON.stringify([...sums.values()]) })
    } catch (error) {
      // Tried once more, with the next calls. A write whose answer is lost may count twice: rather too much.
      failed = fresh
      throw error
    }
  }
  return (ended: Sum): Promise<void> => {
    addTo(waiting, ended)
    next ??= current.then(write)
    current = next.catch(() => {})
    return next
  }
})

/**
 * Adds a call to today's figures. Those that end while others are stored are added up and stored together. Costs of calls
 * that are over never change, so nothing is recounted.
 */
export const countCall = (db: Db, ended: Omit<Sum, 'calls'>): Promise<void> =>
  counterOf(db)({ ...ended, calls: 1 })
