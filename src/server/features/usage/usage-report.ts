import Big from 'big.js'
import type {
  CallPurpose,
  Revenue,
  Usage,
  UsageAgent,
  UsageModel,
  UsagePlan,
  UsagePurpose,
} from '#shared/contract/usage.ts'
import { type PriceOf, type SumRow, UsageSum } from './usage-sums.ts'

/** Histogram row of first-token times; one of day, agent and model is set. */
export type BucketRow = {
  day: string | null
  agentId: string | null
  provider: string | null
  model: string | null
  bucket: number
  count: number
}

export type PlanPeople = Pick<UsagePlan, 'planId' | 'name' | 'displayName' | 'people'>

export type AgentName = { id: string; name: string; photoUrl: string | null; isDeleted: boolean }

/** Their calls are the work of no saved agent. */
const OF_NO_AGENT: ReadonlySet<CallPurpose> = new Set(['test', 'embedding', 'transcription'])
const UNKNOWN = { name: null, photoUrl: null, isDeleted: true }

/** The figures of a period, in total and by day, agent and model. */
export class UsageReport {
  readonly total: UsageSum
  readonly #make: () => UsageSum
  readonly #byDay = new Map<string, UsageSum>()
  readonly #byAgent = new Map<string, UsageSum>()
  readonly #byModel = new Map<string, { provider: string; model: string; sum: UsageSum }>()

  readonly #byPlan = new Map<string, UsageSum>()
  readonly #byPurpose = new Map<CallPurpose, UsageSum>()

  constructor(priceOf: PriceOf) {
    this.#make = () => new UsageSum(priceOf)
    this.total = this.#make()
  }

  addDay({ key: day, ...row }: SumRow & { key: string }): void {
    this.total.add(row)
    this.ofDay(day).add(row)
    this.#ofModel(row.provider, row.model).add(row)
    entry(this.#byPurpose, row.purpose, this.#make).add(row)
  }

  addAgent({ key: agentId, ...row }: SumRow & { key: string }): void {
    // The agent of a test chat need not be saved; vectors and transcripts have none.
    if (!OF_NO_AGENT.has(row.purpose)) this.#ofAgent(agentId).add(row)
  }

  addPlan({ key: planId, ...row }: SumRow & { key: string }): void {
    entry(this.#byPlan, planId, this.#make).add(row)
  }

  addFirstTokens({ day, agentId, provider, model, bucket, count }: BucketRow): void {
    if (day !== null) {
      this.total.addFirstTokens(bucket, count)
      this.ofDay(day).addFirstTokens(bucket, count)
    } else if (agentId !== null) this.#ofAgent(agentId).addFirstTokens(bucket, count)
    else if (provider !== null && model !== null) this.#ofModel(provider, model).addFirstTokens(bucket, count)
  }

  ofDay(day: string): UsageSum {
    return entry(this.#byDay, day, this.#make)
  }

  #ofAgent(agentId: string): UsageSum {
    return entry(this.#byAgent, agentId, this.#make)
  }

  #ofModel(provider: string, model: string): UsageSum {
    const make = () => ({ provider, model, sum: this.#make() })
    return entry(this.#byModel, `${provider} ${model}`, make).sum
  }

  /** Most messages first. */
  agents(names: AgentName[]): UsageAgent[] {
    const known = new Map(names.map(({ id, ...name }) => [id, name]))
    return [...this.#byAgent]
      .map(([agentId, sum]) => ({ agentId, ...(known.get(agentId) ?? UNKNOWN), ...sum.figures }))
      .sort((a, b) => b.messages - a.messages || b.replies - a.replies)
  }

  /** Most tokens first. */
  purposes(): UsagePurpose[] {
    return [...this.#byPurpose]
      .map(([purpose, sum]) => ({
        purpose,
        calls: sum.calls,
        tokens: sum.figures.tokens,
        cost: sum.figures.cost,
      }))
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => b.tokens.total - a.tokens.total || b.calls - a.calls)
  }

  /** The figures of these plans, and the cost that is of none of them. */
  plans(all: PlanPeople[], revenueOf: (planId: string) => Revenue): Pick<Usage, 'plans' | 'outsidePlansUsd'> {
    const plans = all.map((plan) => {
      const { messages, replies, tokens, cost } = entry(this.#byPlan, plan.planId, this.#make).figures
      return { ...plan, messages, replies, tokens, cost, revenue: revenueOf(plan.planId) }
    })
    const ofPlans = plans.reduce((sum, { cost }) => sum.plus(cost.usd ?? 0), new Big(0))
    return { plans, outsidePlansUsd: new Big(this.total.figures.cost.usd ?? 0).minus(ofPlans).toFixed(6) }
  }

  /** By model, most tokens first; and tokens paid by the operator whose model has no price. */
  models(): Pick<Usage, 'models' | 'unpriced'> {
    const models = [...this.#byModel.values()]
      .map(({ provider, model, sum }) => {
        const { messages: _written, ...figures } = sum.figures
        return { provider: provider as UsageModel['provider'], model, ...figures }
      })
      // Messages of users belong to no model.
      .filter(({ replies, up, down, tokens }) => replies + up + down + tokens.total > 0)
      .sort((a, b) => b.tokens.total - a.tokens.total || b.replies - a.replies)
    const unpriced = models
      .filter(({ cost }) => cost.unpricedTokens > 0)
      .map(({ provider, model, cost }) => ({ provider, model, tokens: cost.unpricedTokens }))
    return { models, unpriced }
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
