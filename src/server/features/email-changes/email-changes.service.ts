import { createHash, randomBytes } from 'node:crypto'
import type { ChangedEmail, EmailChange, RestoredEmail } from '#shared/contract/email-changes.ts'
import {
  addressChanged,
  addressInUse,
  addressRestored,
  confirmNewAddress,
} from '../../auth/mail/address-messages.ts'
import { reserveMail } from '../../auth/mail/mail-limit.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { attachPurchases } from '../purchase-claims/buyers.queries.ts'
import {
  confirmEmailChange,
  createEmailChange,
  EMAIL_CHANGE_MINUTES,
  findAddressOwner,
  UNDO_HOURS,
  undoEmailChange,
} from './email-changes.queries.ts'

type Parts = Pick<Deps, 'db' | 'redis' | 'env' | 'log' | 'mailer'>

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** In the fragment, which no server's log and no other site receives. */
const linkOf = (env: Parts['env'], name: 'novo' | 'volta', token: string) =>
  `${env.appUrl}/callback#${new URLSearchParams({ [name]: token })}`

const spentLink = () =>
  new AppError('NOT_FOUND', 'Este link já não vale: expirou, já foi usado ou foi trocado por outro.')

/**
 * Asks for another address: a link goes there, and the account keeps its address until it is opened. Response and
 * timing are the same for an address that has an account; only its mailbox learns more.
 * @throws {AppError} VALIDATION_ERROR for the own address; RATE_LIMITED above five an hour.
 */
export async function requestEmailChange(
  parts: Parts,
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
): Promise<EmailChange> {
  const token = newToken()
  const { name, ...change } = await createEmailChange(parts.db, {
    ...{ userId, sessionId, email, tokenHash: hashOf(token) },
    isLimited: parts.env.rateLimits,
  })
  void mailNewAddress(parts, { name, email, token }).catch((error) =>
    parts.log.error({ err: error }, 'mail not sent'),
  )
  return change
}

async function mailNewAddress(
  { db, redis, env, mailer }: Parts,
  { name, email, token }: { name: string; email: string; token: string },
): Promise<void> {
  const { appUrl } = env
  // Five an hour and mailbox, over all accounts.
  if (env.rateLimits && !(await reserveMail({ db, redis }, { kind: 'change-email', email }))) return
  const owner = await findAddressOwner(db, email)
  if (owner) {
    mailer.send({ ...addressInUse({ appUrl, name: owner.name }), to: { name: owner.name, address: email } })
    return
  }
  const link = linkOf(env, 'novo', token)
  const letter = confirmNewAddress({ appUrl, name, link, validMinutes: EMAIL_CHANGE_MINUTES })
  mailer.send({ ...letter, to: { name, address: email } })
}

/**
 * Uses the link on the new address, and tells the old one how to undo it.
 * @throws {AppError} NOT_FOUND, with one message, for a link that does not count; CONFLICT for an address that has
 * an account by now.
 */
export async function confirmNewEmail(parts: Parts, token: string): Promise<ChangedEmail> {
  const { db, env, mailer } = parts
  const undo = newToken()
  const changed = await confirmEmailChange(db, {
    ...{ tokenHash: hashOf(token), undoHash: hashOf(undo) },
    adminEmail: env.adminEmail,
  })
  if (!changed) throw spentLink()
  const { userId, name, oldEmail, newEmail, canUndo } = changed
  await attachPurchases(db, { userId, source: 'claim' })
  const letter = addressChanged({
    ...{ appUrl: env.appUrl, name, newEmail, at: new Date(), validHours: UNDO_HOURS },
    ...(canUndo && { link: linkOf(env, 'volta', undo) }),
  })
  mailer.send({ ...letter, to: { name, address: oldEmail } })
  return { email: newEmail }
}

/**
 * Uses the link on the old address, and tells the one that the account leaves.
 * @throws {AppError} NOT_FOUND for a link that does not count; CONFLICT when another account has proved the address.
 */
export async function restoreEmail({ db, env, mailer }: Parts, token: string): Promise<RestoredEmail> {
  const undone = await undoEmailChange(db, { undoHash: hashOf(token) })
  if (!undone) throw spentLink()
  const { userId, name, email, left, passwordToken } = undone
  await attachPurchases(db, { userId, source: 'claim' })
  const letter = addressRestored({ appUrl: env.appUrl, name, at: new Date() })
  if (left !== email) mailer.send({ ...letter, to: { name, address: left } })
  return { email, passwordToken }
}
