import { type SQL, sql } from 'drizzle-orm'

/** The installation's time zone, as a literal. */
export const ZONE = sql.raw(`'America/Sao_Paulo'`)

/** The local day of an instant, by default today. */
export const dayOf = (instant: SQL = sql`now()`) => sql`(${instant} at time zone ${ZONE})::date`
