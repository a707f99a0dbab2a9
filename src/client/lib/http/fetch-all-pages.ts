import type { Page } from '#shared/contract/pagination.ts'
import { LIMITS } from '#shared/limits.ts'
import { request } from './http-client.ts'

/** Every item of a list that the server gives page by page; for lists that are short by their nature. */
export async function fetchAllPages<Item>(
  path: string,
  signal: AbortSignal,
  filter: Record<string, string | boolean> = {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const query = { ...filter, limit: LIMITS.pageMax, cursor }
    const page: Page<Item> = await request<Page<Item>>('GET', path, { query, signal })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return items
}
