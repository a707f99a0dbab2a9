import { writtenMail } from '../../auth/mail/written-message.ts'
import type { LookUp } from '../../db/look-ups.ts'
import type { Deps } from '../../deps.ts'
import { giveBack, isMailRunning, storeOutcome, type TakenMail, takeMails } from './sending.queries.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'log' | 'mailer' | 'optOutTokens'>

const INTERVAL_MS = 1_000
/** Mails in delivery at once: as many as may stay unconfirmed when the process dies. */
const AT_ONCE = 3

async function sendOne({ db, env, mailer, optOutTokens }: Parts, mail: TakenMail): Promise<void> {
  const { userId, name, email, subject, content } = mail
  const token = optOutTokens.sign(userId)
  const letter = writtenMail({ appUrl: env.appUrl, name, subject, content, token })
  const outcome = await mailer.deliver({ ...letter, to: { name, address: email } })
  await storeOutcome(db, { ...mail, outcome })
}

/** Sends the mails of one turn; false when there are none for now. */
export async function sendPeopleMails(parts: Parts, signal?: AbortSignal): Promise<boolean> {
  const taken = await takeMails(parts.db, { limit: AT_ONCE })
  if (signal?.aborted) {
    await giveBack(parts.db, taken)
    return false
  }
  await Promise.all(taken.map((mail) => sendOne(parts, mail)))
  return taken.length > 0
}

/** Sends mails to many until the returned function is called, which resolves when none is in delivery. */
export function startPeopleMails({ lookUp, ...parts }: Parts & { lookUp: LookUp }): () => Promise<void> {
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  const work = async () => {
    try {
      if (!(await lookUp(() => isMailRunning(parts.db)))) return
      while (!stopping.signal.aborted && (await sendPeopleMails(parts, stopping.signal))) {
        // Requests come first.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      parts.log.warn({ err: error }, 'mails to many could not be sent')
    }
  }
  const timer = setInterval(() => {
    working ??= work().finally(() => {
      working = undefined
    })
  }, INTERVAL_MS)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await working
  }
}
