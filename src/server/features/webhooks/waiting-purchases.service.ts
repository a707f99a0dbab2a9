import type { WaitingPurchase } from '#shared/contract/waiting-purchases.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import { wayIn } from '../../auth/mail/purchase-messages.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { findWaitingPurchase, findWayIn, takeDueAddresses, takeResend } from './waiting-purchases.queries.ts'

/** Buyers read their mail days later. */
const LINK_SECONDS = 3 * 24 * 60 * 60

export type WayInParts = Pick<Deps, 'db' | 'env' | 'log' | 'mailer' | 'auth'>

/** Sends the mail with the way in, if somebody still waits at this address. */
async function mailWayIn({ db, env, mailer, auth }: WayInParts, email: string): Promise<void> {
  const found = await findWayIn(db, { email })
  if (!found) return
  const { planName, userId, name } = found
  const link =
    userId === null
      ? // In the fragment, which no server's log and no other site receives.
        `${env.appUrl}/sign-up#${new URLSearchParams({ email })}`
      : await auth.verificationLink({ userId, email }, LINK_SECONDS)
  const step = userId === null ? 'sign-up' : 'verify-email'
  const letter = wayIn({ appUrl: env.appUrl, name: name ?? '', email, planName, step, link })
  mailer.send({ ...letter, to: { name: name ?? '', address: email } })
}

/**
 * Mails the way in to buyers without an account, once an address: with a key to the buyer of that purchase, else
 * to those whom an interrupted process missed. Never rejects, because the purchase itself is stored.
 */
export async function mailWaitingBuyers(
  parts: WayInParts,
  key?: Parameters<typeof takeDueAddresses>[1],
): Promise<void> {
  try {
    for (const email of await takeDueAddresses(parts.db, key)) await mailWayIn(parts, email)
  } catch (error) {
    parts.log.error({ err: error }, 'a buyer got no mail with the way in')
  }
}

/**
 * Sends the mail again for an administrator, audited, at most once an hour and address.
 * @throws {AppError} NOT_FOUND once nobody waits; RATE_LIMITED within the hour.
 */
export async function resendWayIn(
  parts: WayInParts,
  { origin, purchaseId }: { origin: AuditOrigin; purchaseId: string },
): Promise<WaitingPurchase> {
  const purchase = await parts.db.transaction(async (tx) => {
    const found = await findWaitingPurchase(tx, { purchaseId })
    if (!found) throw new AppError('NOT_FOUND', 'Esta compra já não espera ninguém. Atualize a lista.')
    const { email, person, planName } = found
    if (!(await takeResend(tx, { email }))) {
      const text = 'Este endereço recebeu um e-mail há menos de uma hora. Espere um pouco antes de reenviar.'
      throw new AppError('RATE_LIMITED', text, { retryAfter: secondsLeft(found) })
    }
    await writeAudit(tx, {
      origin,
      action: 'purchase.resend',
      entity: { type: 'webhook', name: planName },
      ...(person && { subject: person }),
      details: { email },
    })
    return findWaitingPurchase(tx, { purchaseId })
  })
  if (!purchase) throw new Error('a purchase vanished within its transaction')
  await mailWayIn(parts, purchase.email)
  return purchase
}

const HOUR_MS = 3_600_000

const secondsLeft = ({ lastMailAt }: WaitingPurchase): number =>
  Math.min(3_600, Math.max(1, Math.ceil((Date.parse(lastMailAt ?? '') + HOUR_MS - Date.now()) / 1000) || 1))
