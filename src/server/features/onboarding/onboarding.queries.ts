import { eq, sql } from 'drizzle-orm'
import type { Onboarding, OnboardingAnswers, OnboardingOffer } from '#shared/contract/onboarding.ts'
import type { Db } from '../../db/connect.ts'
import { onboardings, users } from '../../db/schema/index.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

const toOnboarding = (row: typeof onboardings.$inferSelect): Onboarding => ({
  id: row.id,
  userId: row.userId,
  answers: row.answers,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A user's answers about their business; null before the first answer. */
export async function findOnboarding(db: Db, { userId }: { userId: string }): Promise<Onboarding | null> {
  const [row] = await db.select().from(onboardings).where(eq(onboardings.userId, userId))
  return row ? toOnboarding(row) : null
}

/** Keeps the first timestamp. */
const offeredAt = sql`coalesce(${users.onboardingOfferedAt}, now())`

/**
 * Stores the answers, replacing earlier ones. The questionnaire is not offered again afterwards.
 * @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile.
 */
export const saveOnboarding = (
  db: Db,
  { userId, ...answers }: OnboardingAnswers & { userId: string },
): Promise<Onboarding> =>
  db.transaction(async (tx) => {
    const known = await tx
      .update(users)
      .set({ hasCompletedOnboarding: true, onboardingOfferedAt: offeredAt })
      .where(eq(users.id, userId))
      .returning({ id: users.id })
    if (known.length === 0) throw accountGone()
    const [row] = await tx
      .insert(onboardings)
      .values({ userId, answers })
      .onConflictDoUpdate({ target: onboardings.userId, set: { answers, updatedAt: new Date() } })
      .returning()
    if (!row) throw new Error('no row was stored')
    return toOnboarding(row)
  })

/**
 * Stores that the questionnaire was offered, whether accepted or not.
 * @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile.
 */
export async function noteOnboardingOffer(db: Db, { userId }: { userId: string }): Promise<OnboardingOffer> {
  const [row] = await db
    .update(users)
    .set({ onboardingOfferedAt: offeredAt, updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId))
    .returning({ offeredAt: users.onboardingOfferedAt })
  if (!row?.offeredAt) throw accountGone()
  return { offeredAt: row.offeredAt.toISOString() }
}
