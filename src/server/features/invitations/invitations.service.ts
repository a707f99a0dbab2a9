import type { CurrentUser } from '#shared/contract/auth.ts'
import type {
  AcceptedInvitation,
  AcceptInvitation,
  AddedPerson,
  AddPerson,
  Invitation,
  OpenedInvitation,
} from '#shared/contract/invitations.ts'
import { addressTaken } from '../../auth/accounts/invited-accounts.ts'
import { reserveMail } from '../../auth/mail/mail-limit.ts'
import { maskAddress } from '../../auth/mail/safe-text.ts'
import type { Db } from '../../db/connect.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { assignPlan, auditOfGift } from '../subscriptions/assigned-plans.queries.ts'
import { invitationHash } from './invitation-mails.ts'
import {
  cancelInvitation,
  changeInvitation,
  createInvitations,
  findByToken,
  findInvitation,
  hasAccount,
  renewInvitation,
} from './invitations.queries.ts'
import { findAccounts } from './invited-people.queries.ts'

type Parts = Pick<Deps, 'auth' | 'db' | 'env' | 'redis'>

const gone = () =>
  new AppError(
    'NOT_FOUND',
    'Este convite já não vale: ele venceu, já foi usado ou foi trocado por outro. Peça outro a quem convidou você.',
  )

const HOUR_SECONDS = 3_600

/** @throws {AppError} RATE_LIMITED above five mails an hour to one address. */
async function refuseManyMails({ db, redis, env }: Parts, email: string): Promise<void> {
  if (!env.rateLimits || (await reserveMail({ db, redis }, { kind: 'invitation', email }))) return
  throw new AppError('RATE_LIMITED', 'Este endereço já recebeu muitos convites. Tente de novo mais tarde.', {
    retryAfter: HOUR_SECONDS,
  })
}

type By = { origin: AuditOrigin }

const auditedAs = ({ id, email }: Pick<Invitation, 'id' | 'email'>) =>
  ({ type: 'invitation', id, name: maskAddress(email) }) as const

/**
 * Adds one person: invites a new address, or gives the plan to the account that has it. The plan of an account
 * whose address is not confirmed waits for the invitation's link, since anybody may have signed it up.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan; RATE_LIMITED.
 */
export function addPerson(
  parts: Parts,
  { origin, name, email, ...gift }: AddPerson & By,
): Promise<AddedPerson> {
  const planId = gift.planId === FREE_PLAN_ID ? null : (gift.planId ?? null)
  const planUntil = planId ? (gift.planUntil ?? null) : null
  return parts.auth.admin.atomically(async (tx) => {
    const [account] = await findAccounts(tx, { emails: [email] })
    if (account && (account.emailVerified || !planId)) {
      const result = await giveToAccount(parts, tx, { origin, account, planId, planUntil })
      return { result, invitation: null, userId: account.id }
    }
    await refuseManyMails(parts, email)
    const terms = { planId, planUntil, name, isMailed: true }
    const renewed = await changeInvitation(tx, { email, ...terms })
    const made = { ...terms, email, createdBy: origin.actor.id, isByHand: true }
    const id = renewed ?? (await createInvitations(tx, [made]))[0]
    const invitation = id && (await findInvitation(tx, { id }))
    if (!invitation) throw new AppError('CONFLICT', 'Este endereço acabou de ser convidado. Confira a lista.')
    const after = { plan: invitation.plan?.displayName ?? null, planUntil }
    await parts.auth.admin.audit({
      ...{ origin, action: renewed ? 'invitation.update' : 'invitation.create', after },
      entity: auditedAs(invitation),
    })
    return { result: renewed ? 'renewed' : 'invited', invitation, userId: null }
  })
}

type Account = { id: string; name: string }
type Giving = By & { account: Account; planId: string | null; planUntil: string | null }

async function giveToAccount({ auth }: Parts, tx: Db, { origin, account, planId, planUntil }: Giving) {
  const given =
    planId &&
    (await assignPlan(tx, { userId: account.id, planId, until: planUntil, actorId: origin.actor.id }))
  if (!given) return 'account' as const
  await auth.admin.audit({ origin, subject: account, ...auditOfGift(given), details: { planId } })
  return 'account-plan' as const
}

const closed = () => new AppError('CONFLICT', 'Este convite já foi aceito ou cancelado.')

/** @throws {AppError} NOT_FOUND */
async function getInvitation(db: Db, id: string): Promise<Invitation> {
  const found = await findInvitation(db, { id })
  if (!found) throw new AppError('NOT_FOUND', 'Não encontramos esse convite.')
  return found
}

/** @throws {AppError} NOT_FOUND; CONFLICT for one that is not open; RATE_LIMITED. */
export async function resendInvitation(parts: Parts, { origin, id }: By & { id: string }) {
  const invitation = await getInvitation(parts.db, id)
  await refuseManyMails(parts, invitation.email)
  return parts.auth.admin.atomically(async (tx) => {
    if (!(await renewInvitation(tx, { id }))) throw closed()
    await parts.auth.admin.audit({ origin, action: 'invitation.resend', entity: auditedAs(invitation) })
    return getInvitation(tx, id)
  })
}

/** @throws {AppError} NOT_FOUND; CONFLICT for one that is not open. */
export async function endInvitation({ auth }: Parts, { origin, id }: By & { id: string }) {
  return auth.admin.atomically(async (tx) => {
    const invitation = await getInvitation(tx, id)
    if (!(await cancelInvitation(tx, { id }))) throw closed()
    await auth.admin.audit({ origin, action: 'invitation.cancel', entity: auditedAs(invitation) })
    return getInvitation(tx, id)
  })
}

/** What a valid link shows to its holder. @throws {AppError} NOT_FOUND, with one text for every invalid link. */
export async function openInvitation(db: Db, { token }: { token: string }): Promise<OpenedInvitation> {
  const found = await findByToken(db, { tokenHash: invitationHash(token) })
  if (!found) throw gone()
  const { email, name, planUntil } = found.invitation
  return { email, name, planName: found.planName, planUntil, hasAccount: await hasAccount(db, { email }) }
}

/**
 * Uses a link once: opens the account with its password. The plan follows with the proof of the address.
 * @throws {AppError} NOT_FOUND; CONFLICT for an address that has an account, which stays as it is;
 * VALIDATION_ERROR for an easily guessed password.
 */
export async function acceptInvitation(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  { token, name, password }: AcceptInvitation,
): Promise<AcceptedInvitation> {
  const tokenHash = invitationHash(token)
  const found = await findByToken(db, { tokenHash })
  if (!found) throw gone()
  const { email } = found.invitation
  // Before the hash, which costs more than all the rest.
  if (await hasAccount(db, { email })) throw addressTaken()
  const passwordHash = await auth.invited.hashNewPassword(password, { name, email })
  return db.transaction(async (tx) => {
    const still = await findByToken(tx, { tokenHash, isLocked: true })
    if (!still) throw gone()
    await auth.invited.open(tx, { name, email, passwordHash })
    return { email, planName: still.planName }
  })
}

/**
 * Uses a link in the account that has the invited address: confirms the address and gives the plan.
 * @throws {AppError} NOT_FOUND; CONFLICT in an account with another address.
 */
export function confirmInvitation(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  { token, user }: { token: string; user: CurrentUser },
): Promise<AcceptedInvitation> {
  return db.transaction(async (tx) => {
    const found = await findByToken(tx, { tokenHash: invitationHash(token), isLocked: true })
    if (!found) throw gone()
    const { email } = found.invitation
    if (email !== user.email) {
      throw new AppError(
        'CONFLICT',
        'Este convite é para outro e-mail. Saia desta conta e abra o link de novo.',
      )
    }
    await auth.invited.proveAddress(tx, user.id)
    return { email, planName: found.planName }
  })
}
