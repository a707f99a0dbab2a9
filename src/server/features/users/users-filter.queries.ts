import { and, eq, exists, gt, gte, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { AdminUsersFilter, UserStatus } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { userDays, users } from '../../db/schema/index.ts'
import { hasPlan } from '../subscriptions/subscriptions.queries.ts'

/** Must equal the expression of `users_search_idx`, or the index is not used. */
const SEARCHED = sql`fold_text(${users.name} || ' ' || ${users.email} || ' ' || coalesce(${users.phoneNumber}, ''))`

/** Whether a text contains another, ignoring case and accents, with LIKE wildcards escaped. */
const contains = (text: string): SQL =>
  sql`${SEARCHED} like '%' || regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/
const COUNTRY = '55'

/** The digits of a possible phone number, which is stored as ten or eleven digits. */
function phoneDigits(text: string): string | undefined {
  if (!PHONE.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return digits.length > 11 && digits.startsWith(COUNTRY) ? digits.slice(COUNTRY.length) : digits
}

/** Matches name, email or phone. */
export function matches(q: string): SQL | undefined {
  const digits = phoneDigits(q)
  return digits && digits !== q ? or(contains(q), contains(digits)) : contains(q)
}

const isBannedNow = sql`(${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now()))`

export const STATUS: Record<UserStatus, SQL> = {
  active: not(isBannedNow),
  banned: isBannedNow,
  unverified: eq(users.emailVerified, false),
}

/** Start of a day in the installation's time zone. */
const startOf = (day: string): SQL => sql`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`

/** Whether the user wrote on or after a day; for queries on `users`. */
function wroteSince(db: Db, day: string): SQL {
  const { userId, day: on, messages } = userDays
  const days = and(eq(userId, users.id), gte(on, day), gt(messages, 0))
  return exists(db.select({ userId }).from(userDays).where(days))
}

/** The condition of the administrators' filter; with `userIds`, of these accounts among them. */
export function filterOf(
  db: Db,
  filter: AdminUsersFilter & { userIds?: string[] | undefined },
): SQL | undefined {
  const { userIds, q, role, planId, status, createdSince, activeSince } = filter
  return and(
    userIds ? inArray(users.id, userIds) : undefined,
    q ? matches(q) : undefined,
    role ? eq(users.role, role) : undefined,
    status ? STATUS[status] : undefined,
    planId ? hasPlan(db, planId) : undefined,
    createdSince ? sql`${users.createdAt} >= ${startOf(createdSince)}` : undefined,
    activeSince ? wroteSince(db, activeSince) : undefined,
  )
}
