import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { sessions, users } from '../db/schema/index.ts'
import { preparedOnce } from '../db/statement.ts'
import { readCookie } from '../http/cookie.ts'

const findByToken = preparedOnce((db) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('session_by_token'),
)

export type CurrentSession = { session: typeof sessions.$inferSelect; user: typeof users.$inferSelect }

const DAY_SECONDS = 24 * 60 * 60
/** Lifetime of a session in seconds, and its age from which a visit extends it. */
export const SESSION_SECONDS = { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS }

/** Whether better-auth would extend the session and renew its cookie now. */
export const isDueForRenewal = ({ session }: CurrentSession): boolean =>
  session.expiresAt.getTime() - (SESSION_SECONDS.expiresIn - SESSION_SECONDS.updateAge) * 1000 <= Date.now()

/** The answer of `GET /get-session`: better-auth's fields, without the token, which only the cookie carries. */
export function toSessionAnswer({ session, user }: CurrentSession) {
  const { token: _, ...shownSession } = session
  const { onboardingOfferedAt, tourEndedAt, checklistEndedAt, termsAcceptedAt, lastSeenAt, ...shownUser } =
    user
  return { session: shownSession, user: shownUser }
}

/** Length of an HMAC-SHA-256 in base64. */
const SIGNATURE_LENGTH = 44

/**
 * The live session of a signed cookie as better-auth writes it, read with one named statement; better-auth's
 * own check costs two and is most of a read. It stores nothing, so that an ended session is gone at once on
 * every instance.
 */
export class CurrentSessions {
  readonly #db: Db
  readonly #secret: string
  readonly #cookie: string

  constructor({ db, secret, cookiePrefix }: { db: Db; secret: string; cookiePrefix: string }) {
    this.#db = db
    this.#secret = secret
    this.#cookie = `${cookiePrefix}.session_token`
  }

  /** Undefined without a cookie, for a wrong signature, and for an ended session. */
  async find(headers: Headers): Promise<CurrentSession | undefined> {
    const token = this.#tokenOf(headers)
    if (token === undefined) return undefined
    const [found] = await findByToken(this.#db).execute({ token })
    return found && found.session.expiresAt > new Date() ? found : undefined
  }

  #tokenOf(headers: Headers): string | undefined {
    const cookie = readCookie(headers, this.#cookie) ?? ''
    const dot = cookie.lastIndexOf('.')
    const signature = cookie.slice(dot + 1)
    if (dot < 1 || signature.length !== SIGNATURE_LENGTH) return undefined
    const token = cookie.slice(0, dot)
    const expected = createHmac('sha256', this.#secret).update(token).digest()
    const given = Buffer.from(signature, 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
  }
}
