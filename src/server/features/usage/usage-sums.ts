import type { CallPurpose, UsageFigures } from '#shared/contract/usage.ts'
import { percentile } from './first-token.ts'
import { CostSum, type Price } from './usage-cost.ts'

/** Sum of `usage_days` or `call_days` rows of one day, model, payer and purpose. */
export type SumRow = {
  day: string
  provider: string
  model: string
  isOwnKey: boolean
  purpose: CallPurpose
  /** Provider calls, replies included. */
  calls: number
  messages: number
  replies: number
  failed: number
  interrupted: number
  stopped: number
  refused: number
  nTokens: number
  nCachedTokens: number
  nOutputTokens: number
  up: number
  down: number
}

/** The price of a model on a day. */
export type PriceOf = (used: Pick<SumRow, 'day' | 'provider' | 'model'>) => Price | undefined

type ReplyFigures = Omit<UsageFigures, 'activePeople' | 'newAccounts'>

const SHARES = { p50: 0.5, p95: 0.95 } as const

const isHosted = (provider: string) => provider === 'openai' || provider === 'google'

type Used = Pick<
  SumRow,
  'day' | 'provider' | 'model' | 'isOwnKey' | 'nTokens' | 'nCachedTokens' | 'nOutputTokens'
>

/** Replies with a user's own key, or of the demonstration model, cost the operator nothing. */
export function addCost(sum: CostSum, row: Used, priceOf: PriceOf): void {
  if (row.isOwnKey || !isHosted(row.provider)) return
  const tokens = { total: row.nTokens, cached: row.nCachedTokens, output: row.nOutputTokens }
  sum.add(tokens, priceOf(row))
}

/** Sums rows to the figures of a day, agent, model or period. */
export class UsageSum {
  #calls = 0
  readonly #counts = {
    messages: 0,
    replies: 0,
    failed: 0,
    interrupted: 0,
    stopped: 0,
    refused: 0,
    up: 0,
    down: 0,
  }
  readonly #tokens = { total: 0, cached: 0, output: 0, ownKey: 0 }
  readonly #cost = new CostSum()
  readonly #buckets = new Map<number, number>()
  readonly #priceOf: PriceOf

  constructor(priceOf: PriceOf) {
    this.#priceOf = priceOf
  }

  /** Provider calls, replies included. */
  get calls(): number {
    return this.#calls
  }

  add(row: SumRow): void {
    this.#calls += row.calls
    for (const name of [
      'messages',
      'replies',
      'failed',
      'interrupted',
      'stopped',
      'refused',
      'up',
      'down',
    ] as const) {
      this.#counts[name] += row[name]
    }
    this.#tokens.total += row.nTokens
    this.#tokens.cached += row.nCachedTokens
    this.#tokens.output += row.nOutputTokens
    if (row.isOwnKey) this.#tokens.ownKey += row.nTokens
    addCost(this.#cost, row, this.#priceOf)
  }

  addFirstTokens(bucket: number, count: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + count)
  }

  get figures(): ReplyFigures {
    const { messages, up, down, ...replies } = this.#counts
    let total = 0
    for (const count of this.#buckets.values()) total += count
    return {
      messages,
      ...replies,
      tokens: { ...this.#tokens },
      cost: this.#cost.cost,
      firstToken: {
        replies: total,
        p50: percentile(this.#buckets, SHARES.p50),
        p95: percentile(this.#buckets, SHARES.p95),
      },
      up,
      down,
    }
  }
}
