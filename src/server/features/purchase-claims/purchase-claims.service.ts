import { createHash, randomBytes } from 'node:crypto'
import type {
  ConfirmedPurchase,
  CreatePurchaseClaim,
  PurchaseClaim,
} from '#shared/contract/purchase-claims.ts'
import { reserveMail } from '../../auth/mail/mail-limit.ts'
import { claimPurchase } from '../../auth/mail/messages.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { attachPurchases } from './buyers.queries.ts'
import { hasPendingPurchase, listBoughtPlans } from './pending-purchases.queries.ts'
import { createPurchaseClaim, PURCHASE_CLAIM_MINUTES, provePurchaseClaim } from './purchase-claims.queries.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Claimant = { id: string; email: string }

const invalid = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { email: text } })

/**
 * Claims purchases made under another address. If one is pending there, the mailbox gets a link; response and
 * timing do not reveal whether there is one.
 * @throws {AppError} VALIDATION_ERROR for the account's own address; RATE_LIMITED above five an hour.
 */
export async function requestPurchaseClaim(
  deps: Pick<Deps, 'db' | 'redis' | 'env' | 'log' | 'mailer'>,
  { user, email }: CreatePurchaseClaim & { user: Claimant },
): Promise<PurchaseClaim> {
  if (email === user.email) throw invalid('Este é o e-mail desta conta. Informe o outro, o da compra.')
  const token = randomBytes(32).toString('base64url')
  const claim = { userId: user.id, email, tokenHash: hashOf(token), isLimited: deps.env.rateLimits }
  const { name } = await createPurchaseClaim(deps.db, claim)
  void mailClaim(deps, { name, email, token }).catch((error) =>
    deps.log.error({ err: error }, 'mail not sent'),
  )
  return { email, validMinutes: PURCHASE_CLAIM_MINUTES }
}

async function mailClaim(
  { db, redis, env, mailer }: Pick<Deps, 'db' | 'redis' | 'env' | 'mailer'>,
  { name, email, token }: { name: string; email: string; token: string },
): Promise<void> {
  if (!(await hasPendingPurchase(db, { email }))) return
  // The limit of five mails an hour is per mailbox, over all accounts.
  if (env.rateLimits && !(await reserveMail({ db, redis }, { kind: 'claim-purchase', email }))) return
  const link = new URL('/app/me', env.appUrl)
  link.searchParams.set('compra', token)
  const letter = claimPurchase({
    appUrl: env.appUrl,
    name,
    link: link.href,
    validMinutes: PURCHASE_CLAIM_MINUTES,
  })
  mailer.send({ ...letter, to: { name, address: email } })
}

/**
 * Assigns purchases under the claimed address to the account that made the claim. Idempotent, however late.
 * @throws {AppError} NOT_FOUND, with one message, for a link that expired, is unknown or belongs to another
 * account.
 */
export async function confirmPurchaseClaim(
  db: Deps['db'],
  { userId, token }: { userId: string; token: string },
): Promise<ConfirmedPurchase> {
  const email = await provePurchaseClaim(db, { userId, tokenHash: hashOf(token) })
  if (!email) {
    throw new AppError(
      'NOT_FOUND',
      'Este link já não vale, ou foi pedido por outra conta. Entre na conta que fez o pedido ou peça outro link.',
    )
  }
  await attachPurchases(db, { userId, source: 'claim' })
  return { email, planNames: await listBoughtPlans(db, { userId, email }) }
}
