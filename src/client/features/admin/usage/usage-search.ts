import { readTable } from '#client/ui/table/table-search.ts'
import type { UsageRange } from '#shared/contract/usage.ts'
import { periodError } from '#shared/usage-period.ts'

const RANGES = {
  today: 'today',
  '7d': '7',
  '30d': '30',
  '90d': '90',
  '180d': '180',
  '365d': '365',
} as const satisfies Record<string, UsageRange>
export type RangeName = keyof typeof RANGES

/** The period in an address: days of one's own choice, or the last days. */
export type UsageSearch = { range?: RangeName } | { from: string; to: string }
export type UsagePeriod = { range: UsageRange } | { from: string; to: string }

const isRange = (value: unknown): value is RangeName =>
  typeof value === 'string' && Object.hasOwn(RANGES, value)

export function readUsage({ range, ...days }: Record<string, unknown>): UsageSearch {
  const { from = '', to = '' } = readDays(days)
  if (periodError({ from, to }) === undefined) return { from, to }
  return isRange(range) ? { range } : {}
}

/** The chosen range; undefined for days of one's own choice. */
export const nameOf = (search: UsageSearch): RangeName | undefined =>
  'from' in search ? undefined : (search.range ?? '30d')

export const periodOf = (search: UsageSearch): UsagePeriod =>
  'from' in search ? search : { range: RANGES[search.range ?? '30d'] }

const readDays = readTable({ from: 'day', to: 'day' })

const MODEL_LENGTH = 120

const readRest = readTable({
  status: ['running', 'done', 'stopped', 'error', 'interrupted'],
  rating: ['up', 'down'],
  agentId: 'id',
  provider: ['openai', 'google', 'demo', 'none'],
  from: 'day',
  to: 'day',
})

export type RepliesSearch = Omit<ReturnType<typeof readRest>, 'q' | 'sort'> & { model?: string | undefined }

export function readReplies(search: Record<string, unknown>): RepliesSearch {
  const { q: _q, sort: _sort, ...rest } = readRest(search)
  const { model } = search
  return typeof model === 'string' ? { ...rest, model: model.slice(0, MODEL_LENGTH) } : rest
}
