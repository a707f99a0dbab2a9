import { readTable } from '#client/ui/table/table-search.ts'

const TYPE_LENGTH = 100

const readRest = readTable({
  provider: ['hubla', 'stripe'],
  state: ['received', 'processed', 'failed', 'parked', 'ignored'],
})

export type WebhooksSearch = Omit<ReturnType<typeof readRest>, 'sort'> & { type?: string | undefined }

export function readWebhooks(search: Record<string, unknown>): WebhooksSearch {
  const { sort: _sort, ...rest } = readRest(search)
  const { type } = search
  return typeof type === 'string' && type !== '' ? { ...rest, type: type.slice(0, TYPE_LENGTH) } : rest
}
