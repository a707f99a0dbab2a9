import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'

/** Primary key: UUID v7 unless the row brings its own. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidv7())

// Millisecond precision, so that a value survives a Date and a cursor unchanged.
const instant = () => timestamp({ withTimezone: true, precision: 3 })

export const optionalInstant = instant

export const timestamps = {
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
}

/** Words of a full-text index. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Bits of any number, as text of 0 and 1. */
export const varbit = customType<{ data: string }>({ dataType: () => 'bit varying' })

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A check constraint for a closed list; null passes. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${list(values)})`)

// Constraints take no parameters; the values are our constants.
const list = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(', '))
