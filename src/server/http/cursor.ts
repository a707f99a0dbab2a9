import { z } from 'zod'
import type { Page } from '#shared/contract/pagination.ts'
import { AppError } from './errors.ts'

/** A time in a cursor. Very early years are refused, because PostgreSQL would fail on them. */
export const Instant = z.iso.datetime().refine((text) => text >= '1970')

/** Encodes the sort key of a row as opaque text. */
export const encodeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Decodes a cursor; undefined when there is none.
 * @throws {AppError} VALIDATION_ERROR when the cursor does not match the schema of this list.
 */
export function decodeCursor<T>(cursor: string | undefined, place: z.ZodType<T>): T | undefined {
  if (cursor === undefined) return undefined
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('VALIDATION_ERROR', 'Cursor inválido', { details: { cursor: 'Cursor inválido' } })
  }
}

/** Turns the first rows of a list into a page; a row beyond `limit` only tells that there are more. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeOf: (row: Row) => unknown,
): Page<Item> {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    items: kept.map(toItem),
    nextCursor: hasMore ? encodeCursor(placeOf(last)) : null,
    hasMore,
  }
}
