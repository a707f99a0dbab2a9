import { createHash, randomBytes } from 'node:crypto'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { invitation } from '../../auth/mail/invitation-message.ts'
import type { LookUp } from '../../db/look-ups.ts'
import type { Deps } from '../../deps.ts'
import { hasDueMails, takeDueMails } from './invitation-mails.queries.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'log' | 'mailer'>

const INTERVAL_MS = 2_000
const BATCH = 20
/** Undelivered mails of this process above which no more are taken: a queue is lost with its process. */
const MOST_WAITING = 60

export const invitationHash = (token: string) => createHash('sha256').update(token).digest('hex')

function mint() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: invitationHash(token) }
}

/** Sends the mails of one turn. */
export async function sendDueInvitations({ db, env, mailer }: Parts): Promise<void> {
  if (mailer.waiting > MOST_WAITING) return
  for (const { email, name, token, planName, planUntil } of await takeDueMails(db, { limit: BATCH, mint })) {
    // The page of password links; a route of its own would load with every page.
    const link = new URL('/reset-password', env.appUrl)
    link.searchParams.set('convite', token)
    const letter = invitation({
      ...{ appUrl: env.appUrl, name, link: link.href, planName, planUntil },
      validHours: PEOPLE_LIMITS.invitationHours,
    })
    mailer.send({ ...letter, to: { name, address: email } })
  }
}

/** Sends invitations every two seconds until the returned function is called. */
export function startInvitationMails({ lookUp, ...parts }: Parts & { lookUp: LookUp }): () => void {
  let isBusy = false
  const work = async () => {
    if (await lookUp(() => hasDueMails(parts.db))) await sendDueInvitations(parts)
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch((error) => parts.log.warn({ err: error }, 'invitations could not be sent'))
      .finally(() => {
        isBusy = false
      })
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
