import { type SQL, sql } from 'drizzle-orm'

/** The installation's time zone, as a literal. */
export const ZONE = sql.raw(`'America/Sao_Paulo'`)

/** The last instant of a local day, given as text. */
export const lastInstantOf = (day: string | null): SQL<Date> =>
  sql`(${day}::date + 1)::timestamp at time zone ${ZONE} - interval '1 millisecond'`

/** The local day of an instant, by default today. */
export const dayOf = (instant: SQL = sql`now()`) => sql`(${instant} at time zone ${ZONE})::date`
