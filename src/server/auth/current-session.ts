import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { sessions, users } from '../db/schema/index.ts'
import { isoInstant, statement } from '../db/statement.ts'
import { readCookie } from '../http/cookie.ts'
import { type FactorState, factorFrom, hasFactor } from './second-factor/proof.ts'

const { token, provedAt, factorAt, ...sessionColumns } = getTableColumns(sessions)
const { onboardingOfferedAt, tourEndedAt, checklistEndedAt, termsAcceptedAt, lastSeenAt, ...userColumns } =
  getTableColumns(users)

/** Columns as JSON that the database writes, named as in the code. */
function jsonOf(columns: Record<string, PgColumn>): SQL {
  const pairs = Object.entries(columns).flatMap(([name, column]) => [
    sql.raw(`'${name}'`),
    column.dataType === 'date' ? isoInstant(column) : sql`${column}`,
  ])
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

const ofToken = sql`from sessions join users on users.id = sessions.user_id
  where sessions.token = ${sql.placeholder('token')}`

/** What decides on an answer. Instants as PostgreSQL writes them. */
const deciding = sql`sessions.user_id as "userId", sessions.expires_at as "expiresAt",
  sessions.impersonated_by as "impersonatedBy", users.banned, users.ban_expires as "banExpires"`

type Deciding = {
  userId: string
  expiresAt: string
  impersonatedBy: string | null
  banned: boolean
  banExpires: string | null
}

/** The JSON of `GET /get-session`: better-auth's fields, without the token, which only the cookie carries. */
type SessionAnswer = Deciding & { json: string }

const readAnswer = statement<SessionAnswer>(
  'session_answer',
  sql`select ${deciding},
    json_build_object('session', ${jsonOf(sessionColumns)}, 'user', ${jsonOf(userColumns)})::text as json ${ofToken}`,
)

type SessionUser = Deciding & { sessionId: string; lastSeenAt: string } & FactorState &
  Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role'>

const readUser = statement<SessionUser>(
  'session_user',
  sql`select ${deciding}, sessions.id as "sessionId", sessions.last_seen_at as "lastSeenAt",
    users.id, users.name, users.email, users.role, sessions.factor_at is not null as "isByFactor",
    case when users.role = 'admin' then ${factorFrom} end as "factorFrom",
    case when users.role = 'admin' then ${hasFactor} else false end as "hasFactor" ${ofToken}`,
)

const DAY_SECONDS = 24 * 60 * 60
/** Lifetime of a session in seconds, and its age from which a visit extends it. */
export const SESSION_SECONDS = { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS }

/** Whether better-auth would extend the session and renew its cookie now. */
export const isDueForRenewal = ({ expiresAt }: SessionAnswer): boolean =>
  Date.parse(expiresAt) - (SESSION_SECONDS.expiresIn - SESSION_SECONDS.updateAge) * 1000 <= Date.now()

/** Length of an HMAC-SHA-256 in base64. */
const SIGNATURE_LENGTH = 44

/** Sessions whose user is remembered for {@link CurrentSessions.shareOf}. */
const REMEMBERED = 10_000

/**
 * The live session of a signed cookie as better-auth writes it, read with one named statement; better-auth's
 * own check costs two and is most of a read. It stores nothing that decides, so that an ended session is gone at
 * once on every instance.
 */
export class CurrentSessions {
  readonly #db: Db
  readonly #secret: KeyObject
  readonly #cookie: string
  readonly #shares = new Map<string, string>()

  constructor({ db, secret, cookiePrefix }: { db: Db; secret: string; cookiePrefix: string }) {
    this.#db = db
    this.#secret = createSecretKey(secret, 'utf8')
    this.#cookie = `${cookiePrefix}.session_token`
  }

  /** The answer for a cookie; undefined without one, for a wrong signature, and for an ended session. */
  findAnswer(headers: Headers): Promise<SessionAnswer | undefined> {
    return this.#findLive(headers, readAnswer)
  }

  /** Like {@link findAnswer}, the user. */
  findUser(headers: Headers): Promise<SessionUser | undefined> {
    return this.#findLive(headers, readUser)
  }

  /**
   * Whose calls are counted together, known before any read: the user of a session that was read before, else the
   * session alone. The cookie is not verified; only a holder of a session's token reaches its share.
   */
  shareOf(headers: Headers): string | undefined {
    const { token } = this.#cookieOf(headers)
    return token === '' ? undefined : (this.#shares.get(token) ?? token)
  }

  /**
   * The user of a rightly signed cookie whose session was read before. The session may have ended since: for reads
   * whose result is dropped unless {@link findUser} finds the same user.
   */
  expectedUser(headers: Headers): string | undefined {
    const token = this.#tokenOf(headers)
    return token === undefined ? undefined : this.#shares.get(token)
  }

  async #findLive<Row extends Deciding>(
    headers: Headers,
    read: (db: Db, values: { token: string }) => Promise<Row[]>,
  ): Promise<Row | undefined> {
    const token = this.#tokenOf(headers)
    if (token === undefined) return undefined
    const [found] = await read(this.#db, { token })
    if (found) this.#remember(token, found.userId)
    return found && Date.parse(found.expiresAt) > Date.now() ? found : undefined
  }

  #remember(token: string, userId: string): void {
    if (this.#shares.has(token)) return
    this.#shares.set(token, userId)
    const [oldest] = this.#shares.size > REMEMBERED ? this.#shares.keys() : []
    if (oldest) this.#shares.delete(oldest)
  }

  #cookieOf(headers: Headers): { token: string; signature: string } {
    const cookie = readCookie(headers, this.#cookie) ?? ''
    const dot = cookie.lastIndexOf('.')
    return { token: cookie.slice(0, Math.max(dot, 0)), signature: cookie.slice(dot + 1) }
  }

  #tokenOf(headers: Headers): string | undefined {
    const { token, signature } = this.#cookieOf(headers)
    if (token === '' || signature.length !== SIGNATURE_LENGTH) return undefined
    const expected = createHmac('sha256', this.#secret).update(token).digest()
    const given = Buffer.from(signature, 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
  }
}
