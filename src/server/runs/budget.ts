import type { Logger } from 'pino'
import type { ReplyCost } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../http/errors.ts'
import {
  type BudgetLevel,
  type CountedDay,
  countCalls,
  type Day,
  type ModelTokens,
  noteLevel,
  readDay,
} from './budget.queries.ts'

/** Share of the budget from which administrators are warned. */
const WARNING_SHARE = 0.8
/** Share of the budget below which work that can wait is done; the rest of a day is for replies. */
const SPARE_SHARE = 0.5
/** Calls without a limit, and costs, are counted together once a second. */
const COUNT_AFTER_MS = 1_000

type Call = {
  /** The installation pays: not for users' own keys, nor for the demonstration model. */
  isHouse: boolean
  /** False if no budget was set when it was last read; the call is then counted later. */
  isBudgeted: boolean
}

export type Budget = {
  /**
   * Counts a call, makes it by `work`, and uncounts it if that throws or answers undefined.
   * @throws {AppError} RATE_LIMITED when the day's budget is reached; `work` is not called then.
   */
  hold<T>(call: Call, work: () => Promise<T | undefined>): Promise<T | undefined>
  /**
   * The same for a call of the installation that is not necessary, while less than half of the day's budget is used;
   * undefined without a call otherwise.
   */
  holdSpare<T>(work: () => Promise<T | undefined>): Promise<T | undefined>
  /** Counts a call of the installation; false when the day's budget is reached. */
  take(call?: Pick<Call, 'isBudgeted'>): Promise<boolean>
  /** Whether the day's budget is reached; counts nothing. */
  isReached(): Promise<boolean>
  /** Whether less than half of the day's budget is used, so that work that can wait may go on; counts nothing. */
  isSpare(): Promise<boolean>
  /** Uncounts a call that was not made. */
  giveBack(): void
  /** Adds the cost of a call that ended. */
  spend(cost: ReplyCost & { isOwnKey?: boolean | undefined }): void
  /** Counts what is left; no call may follow. */
  stop(): Promise<void>
}

const REACHED =
  'O Elenco chegou ao limite de respostas de hoje, e volta a responder à meia-noite, pelo horário de Brasília. Com a sua própria chave, você pode continuar já.'

/** The RATE_LIMITED of a day whose budget is reached. No Retry-After: midnight is hours away. */
export const budgetReached = () => new AppError('RATE_LIMITED', REACHED)

/** How much of a day's budget is used, of 1. */
const shareOf = ({ calls, usd, dailyCalls, dailyUsd }: Day): number =>
  Math.max(
    dailyCalls === null ? 0 : calls / dailyCalls,
    dailyUsd === null ? 0 : Number(usd) / Number(dailyUsd),
  )

/** The level of a day, if any. */
export function levelOf(day: Day): BudgetLevel | undefined {
  const share = shareOf(day)
  if (share >= 1) return 'reached'
  return share >= WARNING_SHARE ? 'warning' : undefined
}

type Options = {
  db: Db
  log: Logger
  /** Called once per day and level, by one instance. */
  onLevel: (level: BudgetLevel, day: CountedDay) => Promise<void>
}

/**
 * The daily budget of the installation over all instances. Calls that wait are counted together, in one statement at
 * a time: of any crowd exactly the allowed number passes.
 */
export function createBudget({ db, log, onLevel }: Options): Budget {
  let waiting: PromiseWithResolvers<boolean>[] = []
  let counted = 0
  let spent = new Map<string, ModelTokens>()
  let counting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isIdle = () => waiting.length === 0 && counted === 0 && spent.size === 0

  async function tell(day: CountedDay): Promise<void> {
    const level = levelOf(day)
    if (!level || (level === 'warning' ? day.isWarned : day.isReached)) return
    if (await noteLevel(db, { day: day.day, level })) await onLevel(level, day)
  }

  async function countOnce(): Promise<void> {
    const batch = { waiting, counted, spent }
    waiting = []
    counted = 0
    spent = new Map()
    try {
      const asked = { asked: batch.waiting.length, counted: batch.counted, tokens: [...batch.spent.values()] }
      const day = await countCalls(db, asked)
      for (const [place, { resolve }] of batch.waiting.entries()) resolve(place < day.granted)
      tell(day).catch((error) => log.error({ err: error }, 'administrators could not be told of the budget'))
    } catch (error) {
      // Counted with the next statement. A statement whose answer is lost may count twice: rather too much.
      counted += batch.counted
      for (const tokens of batch.spent.values()) addTokens(tokens)
      for (const { reject } of batch.waiting) reject(error)
      log.warn({ err: error }, 'calls could not be counted')
    }
  }

  function count(): Promise<void> {
    counting ??= (async () => {
      clearTimeout(timer)
      timer = undefined
      do await countOnce()
      while (waiting.length > 0)
    })().finally(() => {
      counting = undefined
      if (!isIdle()) countSoon()
    })
    return counting
  }

  function countSoon(): void {
    timer ??= setTimeout(count, COUNT_AFTER_MS).unref()
  }

  function addTokens({ provider, model, ...tokens }: ModelTokens): void {
    const key = `${provider} ${model}`
    const { total, cached, output } = spent.get(key) ?? { total: 0, cached: 0, output: 0 }
    const sum = {
      total: total + tokens.total,
      cached: cached + tokens.cached,
      output: output + tokens.output,
    }
    spent.set(key, { provider, model, ...sum })
  }

  function add(calls: number): void {
    counted += calls
    countSoon()
  }

  const take: Budget['take'] = async ({ isBudgeted } = { isBudgeted: true }) => {
    if (!isBudgeted) {
      add(1)
      return true
    }
    const call = Promise.withResolvers<boolean>()
    waiting.push(call)
    void count()
    return call.promise
  }

  const hold: Budget['hold'] = async ({ isHouse, isBudgeted }, work) => {
    if (!isHouse) return work()
    if (!(await take({ isBudgeted }))) throw budgetReached()
    try {
      const made = await work()
      if (made === undefined) add(-1)
      return made
    } catch (error) {
      add(-1)
      throw error
    }
  }

  return {
    take,
    hold,
    async holdSpare(work) {
      const day = await readDay(db)
      if (shareOf(day) >= SPARE_SHARE) return undefined
      const isBudgeted = day.dailyCalls !== null || day.dailyUsd !== null
      try {
        return await hold({ isHouse: true, isBudgeted }, work)
      } catch (error) {
        // Others have used the budget up meanwhile.
        if (error instanceof AppError) return undefined
        throw error
      }
    },
    isReached: async () => levelOf(await readDay(db)) === 'reached',
    isSpare: async () => shareOf(await readDay(db)) < SPARE_SHARE,
    giveBack: () => add(-1),
    spend({ provider, model, usage, isOwnKey }) {
      if (!provider || !model || !usage || isOwnKey) return
      const { nTokens: total, nCachedTokens: cached, nOutputTokens: output } = usage
      addTokens({ provider, model, total, cached, output })
      countSoon()
    },
    async stop() {
      clearTimeout(timer)
      await counting
      if (!isIdle()) await countOnce()
      clearTimeout(timer)
    },
  }
}
