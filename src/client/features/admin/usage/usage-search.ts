import { readTable } from '#client/ui/table/table-search.ts'
import type { UsageRange } from '#shared/contract/usage.ts'

const RANGES = { today: 'today', '7d': '7', '30d': '30', '90d': '90' } as const satisfies Record<
  string,
  UsageRange
>
export type RangeName = keyof typeof RANGES

const isRange = (value: unknown): value is RangeName =>
  typeof value === 'string' && Object.hasOwn(RANGES, value)

export const readUsage = ({ range }: Record<string, unknown>): { range?: RangeName } =>
  isRange(range) ? { range } : {}

export const rangeOf = (name: RangeName = '30d'): UsageRange => RANGES[name]

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
