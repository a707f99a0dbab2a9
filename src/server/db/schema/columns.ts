import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'

/** Primary key: UUID v7 unless the row's maker brings its own. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidv7())

// Millisecond precision, so that a value survives the trip through a Date and back into a cursor.
const instant = () => timestamp({ withTimezone: true, precision: 3 })

export const optionalInstant = instant

export const timestamps = {
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
}

/** Holds a closed list in the database too; null passes, as it does in SQL. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${list(values)})`)

// Constraints take no parameters; the values are constants of ours.
const list = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(', '))
