import { sql } from 'drizzle-orm'

/**
 * Whether the account of a row of `users` has a password; false where people sign in only with Google. Written out,
 * because Drizzle leaves out the names of tables where a query reads only one.
 */
export const hasPassword = sql<boolean>`exists (
  select from accounts where accounts.user_id = users.id and accounts.provider_id = 'credential')`
