import { z } from 'zod'
import type { Page } from '#shared/contract/pagination.ts'
import { AppError } from './errors.ts'

/** A time in a cursor. Years that PostgreSQL does not know would be a mistake of its own. */
export const Instant = z.iso.datetime().refine((text) => text >= '1970')

/** Opaque text for the place of a row in a list. */
const encodeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Reads a cursor back.
 * @throws {AppError} VALIDATION_ERROR when it is not one that this list made.
 */
export function decodeCursor<T>(cursor: string | undefined, place: z.ZodType<T>): T | undefined {
  if (cursor === undefined) return undefined
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('VALIDATION_ERROR', 'Cursor inválido', { details: { cursor: 'Cursor inválido' } })
  }
}

/** Cuts `limit + 1` rows into a page, naming where the next one begins. */
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
