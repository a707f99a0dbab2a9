import { and, eq } from 'drizzle-orm'
import type { Me, TermsAcceptance } from '#shared/contract/me.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import { acceptTerms } from '../../auth/accounts/terms.ts'
import { hasPassword } from '../../auth/passwords/has-password.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messages, termsAcceptances, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

type MeRow = {
  user: typeof users.$inferSelect
  hasPassword: boolean
  acceptedAt: Date | null
}

const toMe = ({ user, hasPassword, acceptedAt }: MeRow, appUrl: string): Me => {
  const image = uploadPath(user.image)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    // Uses the current address; the stored path has no origin.
    image: image && appUrl + image,
    bio: user.bio,
    phoneNumber: user.phoneNumber,
    role: user.role,
    hasPassword,
    termsAcceptedAt: (acceptedAt ?? user.termsAcceptedAt)?.toISOString() ?? null,
    termsVersion: TERMS_VERSION,
    hasAcceptedTerms: acceptedAt !== null,
    hasCompletedOnboarding: user.hasCompletedOnboarding,
    hasBeenOfferedOnboarding: user.onboardingOfferedAt !== null,
    createdAt: user.createdAt.toISOString(),
  }
}

/** @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile. */
export async function getMe(db: Db, { userId, appUrl }: { userId: string; appUrl: string }): Promise<Me> {
  const [row] = await db
    .select({ user: users, hasPassword, acceptedAt: termsAcceptances.acceptedAt })
    .from(users)
    .leftJoin(
      termsAcceptances,
      and(eq(termsAcceptances.userId, users.id), eq(termsAcceptances.version, TERMS_VERSION)),
    )
    .where(eq(users.id, userId))
  if (!row) throw accountGone()
  return toMe(row, appUrl)
}

/**
 * Stores that a user accepts the current terms, keeping the first timestamp.
 * @throws {AppError} CONFLICT for any other version, which the user was not shown.
 */
export async function acceptShownTerms(
  db: Db,
  { userId, version }: { userId: string; version: string },
): Promise<TermsAcceptance> {
  if (version !== TERMS_VERSION) {
    throw new AppError('CONFLICT', 'Os termos mudaram. Leia a versão atual antes de aceitar.')
  }
  await acceptTerms(db, userId)
  const [accepted] = await db
    .update(users)
    .set({ termsAcceptedAt: termsAcceptances.acceptedAt })
    .from(termsAcceptances)
    .where(
      and(eq(users.id, userId), eq(termsAcceptances.userId, users.id), eq(termsAcceptances.version, version)),
    )
    .returning({ at: termsAcceptances.acceptedAt })
  if (!accepted) throw accountGone()
  return { version, acceptedAt: accepted.at.toISOString() }
}

/** Ids of the user's running replies in all chats. */
export async function listRunningReplies(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(eq(chats.userId, userId), eq(messages.status, 'running')))
  return rows.map(({ id }) => id)
}
