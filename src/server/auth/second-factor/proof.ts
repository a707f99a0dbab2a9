import { eq, sql } from 'drizzle-orm'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { SECOND_FACTOR } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/connect.ts'
import { sessions, users } from '../../db/schema/index.ts'
import { secondFactorRequired, stepUpRequired } from '../../http/errors.ts'

const PROOF_MS = SECOND_FACTOR.proofMinutes * 60_000

type Lacking = CurrentUser['lacking']

export type FactorState = {
  /** From when administrators need a second factor; null for never. */
  factorFrom: Date | string | null
  hasFactor: boolean
  /** The session was proved by a code or a passkey. */
  isByFactor: boolean
}

/** An authenticator app or a passkey. */
export const hasFactor = sql<boolean>`(users.two_factor_enabled or exists (
  select from passkeys where passkeys.user_id = users.id))`

export const factorFrom = sql<string | null>`(select administrators_factor_from from house_settings)`

/** The rule of the house, for an administrator. */
export function lackingOf(state: FactorState): Lacking {
  if (!state.factorFrom || new Date(state.factorFrom).getTime() > Date.now()) return undefined
  if (!state.hasFactor) return 'factor'
  return state.isByFactor ? undefined : 'proof'
}

async function readState(db: Db, sessionId: string) {
  const [state] = await db
    .select({
      hasTotp: users.twoFactorEnabled,
      provedAt: sessions.provedAt,
      factorAt: sessions.factorAt,
      isByFactor: sql<boolean>`${sessions.factorAt} is not null`,
      hasFactor,
      factorFrom,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  return state
}

/** Applies the rule of the house to an administrator's session. @throws {AppError} */
export async function refuseWithoutFactor(db: Db, sessionId: string): Promise<void> {
  const state = await readState(db, sessionId)
  const lacking = state && lackingOf(state)
  if (lacking === 'factor') throw secondFactorRequired()
  if (lacking === 'proof') throw stepUpRequired()
}

/**
 * Requires a proof of identity in the last ten minutes of the session: the code or a passkey where sign-ins ask for
 * a code, any proof otherwise. A sign-in is a proof.
 * @throws {AppError} STEP_UP_REQUIRED
 */
export async function refuseWithoutProof(db: Db, sessionId: string): Promise<void> {
  const state = await readState(db, sessionId)
  const provedAt = state?.hasTotp ? state.factorAt : state?.provedAt
  if (!provedAt || provedAt.getTime() < Date.now() - PROOF_MS) throw stepUpRequired()
}

/** Notes a proof in the session. */
export async function markProved(
  db: Db,
  { sessionId, isByFactor }: { sessionId: string; isByFactor: boolean },
): Promise<void> {
  const now = new Date()
  await db
    .update(sessions)
    .set({ provedAt: now, ...(isByFactor && { factorAt: now }) })
    .where(eq(sessions.id, sessionId))
}
