import { getSubject, type Subject } from '../../auth/admin/rules.ts'
import { addressChanged, addressConfirmed, addressGiven } from '../../auth/mail/address-messages.ts'
import { reserveMail } from '../../auth/mail/mail-limit.ts'
import { resetPassword } from '../../auth/mail/messages.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { attachPurchases } from '../purchase-claims/buyers.queries.ts'
import {
  changeAddress,
  confirmAddress,
  createPasswordToken,
  PASSWORD_LINK_SECONDS,
} from './user-address.queries.ts'

type Parts = Pick<Deps, 'db' | 'redis' | 'env' | 'mailer'>
type Call = { userId: string; origin: AuditOrigin }

const OWN = 'O e-mail da sua própria conta fica em Seu perfil.'
const OF_ADMINISTRATOR =
  'O e-mail de quem administra só muda pela própria pessoa, em Seu perfil, ou no terminal do servidor.'
const OF_OWNER =
  'Este é o endereço de ADMIN_EMAIL, que dá a administração a quem o confirma. Só o link enviado a ele confirma.'

/** The account that proves ADMIN_EMAIL becomes an administrator, so that nobody's word may replace that proof. */
function refuseOwnersAddress({ env }: Parts, email: string): void {
  if (email === env.adminEmail) throw new AppError('FORBIDDEN', OF_OWNER)
}

/** @throws {AppError} NOT_FOUND; CONFLICT for the caller's own account. */
async function getOther(db: Deps['db'], { userId, origin }: Call): Promise<Subject> {
  const subject = await getSubject(db, userId)
  if (subject.id === origin.actor.id) throw new AppError('CONFLICT', OWN)
  return subject
}

/**
 * Confirms somebody's address, brings the purchases that waited for it, and tells the address. Repeated calls change
 * nothing.
 * @throws {AppError} NOT_FOUND; CONFLICT for the own account; FORBIDDEN for ADMIN_EMAIL.
 */
export async function confirmUserAddress(parts: Parts, call: Call): Promise<void> {
  const { db, env, mailer } = parts
  const confirmed = await db.transaction(async (tx) => {
    const { was } = await getOther(tx, call)
    if (!was.emailVerified) refuseOwnersAddress(parts, was.email)
    return (await confirmAddress(tx, was, { origin: call.origin })) ? was : undefined
  })
  if (!confirmed) return
  const { id: userId, name, email } = confirmed
  await attachPurchases(db, { userId, source: 'sign-up' })
  const letter = addressConfirmed({ appUrl: env.appUrl, name, at: new Date() })
  mailer.send({ ...letter, to: { name, address: email } })
}

/**
 * Gives somebody another address, and tells both addresses. The old one gets no link back: people often ask because
 * that mailbox is not theirs any more.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR for the same address; CONFLICT for a taken one and the own account;
 * FORBIDDEN for administrators' accounts and for ADMIN_EMAIL.
 */
export async function changeUserAddress(
  parts: Parts,
  { email, ...call }: Call & { email: string },
): Promise<void> {
  const { db, env, mailer } = parts
  const before = await db.transaction(async (tx) => {
    const { role, was } = await getOther(tx, call)
    // With the address of another administrator, a call could be made in their name.
    if (role === 'admin') throw new AppError('FORBIDDEN', OF_ADMINISTRATOR)
    refuseOwnersAddress(parts, email)
    await changeAddress(tx, was, email, { origin: call.origin })
    return was
  })
  const { id: userId, name } = before
  await attachPurchases(db, { userId, source: 'claim' })
  const told = { appUrl: env.appUrl, name, at: new Date() }
  mailer.send({
    ...addressChanged({ ...told, newEmail: email, validHours: 0 }),
    to: { name, address: before.email },
  })
  mailer.send({ ...addressGiven(told), to: { name, address: email } })
}

/**
 * Mails somebody a link for a new password, whose use ends all their sessions.
 * @throws {AppError} NOT_FOUND; CONFLICT for a suspended account; RATE_LIMITED above five an hour and mailbox.
 */
export async function mailPasswordLink(parts: Parts, { userId, origin }: Call): Promise<void> {
  const { db, redis, env, mailer } = parts
  const { name, email, token } = await db.transaction(async (tx) => {
    const { was, isBanned } = await getSubject(tx, userId)
    if (isBanned) throw new AppError('CONFLICT', 'Esta conta está suspensa.')
    const { email } = was
    if (env.rateLimits && !(await reserveMail({ db: tx, redis }, { kind: 'reset-password', email }))) {
      const text =
        'Este endereço já recebeu cinco links na última hora. Espere um pouco antes de enviar outro.'
      throw new AppError('RATE_LIMITED', text, { retryAfter: PASSWORD_LINK_SECONDS })
    }
    return { ...was, token: await createPasswordToken({ db: tx, redis }, was, { origin }) }
  })
  const link = `${env.appUrl}/reset-password?token=${token}`
  const letter = resetPassword({ appUrl: env.appUrl, name, link, validMinutes: PASSWORD_LINK_SECONDS / 60 })
  mailer.send({ ...letter, to: { name, address: email } })
}
