import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { sessions, users } from '../db/schema/index.ts'
import { isoInstant, preparedOnce, statement } from '../db/statement.ts'
import { readCookie } from '../http/cookie.ts'

const { token, ...sessionColumns } = getTableColumns(sessions)
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

/** The answer of `GET /get-session`: better-auth's fields, without the token, which only the cookie carries. */
export type SessionAnswer = {
  session: { expiresAt: string; impersonatedBy: string | null }
  user: { banned: boolean; banExpires: string | null }
}

const readAnswer = statement<SessionAnswer>(
  'session_answer',
  sql`select ${jsonOf(sessionColumns)} as session, ${jsonOf(userColumns)} as user
    from sessions join users on users.id = sessions.user_id where sessions.token = ${sql.placeholder('token')}`,
)

// Every call of a signed-in user reads these, and each column costs both programs.
const readUser = preparedOnce((db) =>
  db
    .select({
      session: {
        id: sessions.id,
        expiresAt: sessions.expiresAt,
        lastSeenAt: sessions.lastSeenAt,
        impersonatedBy: sessions.impersonatedBy,
      },
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        role: users.role,
        banned: users.banned,
        banExpires: users.banExpires,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('session_user'),
)

const DAY_SECONDS = 24 * 60 * 60
/** Lifetime of a session in seconds, and its age from which a visit extends it. */
export const SESSION_SECONDS = { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS }

/** Whether better-auth would extend the session and renew its cookie now. */
export const isDueForRenewal = ({ session }: SessionAnswer): boolean =>
  Date.parse(session.expiresAt) - (SESSION_SECONDS.expiresIn - SESSION_SECONDS.updateAge) * 1000 <= Date.now()

/** Length of an HMAC-SHA-256 in base64. */
const SIGNATURE_LENGTH = 44

/**
 * The live session of a signed cookie as better-auth writes it, read with one named statement; better-auth's
 * own check costs two and is most of a read. It stores nothing, so that an ended session is gone at once on
 * every instance.
 */
export class CurrentSessions {
  readonly #db: Db
  readonly #secret: KeyObject
  readonly #cookie: string

  constructor({ db, secret, cookiePrefix }: { db: Db; secret: string; cookiePrefix: string }) {
    this.#db = db
    this.#secret = createSecretKey(secret, 'utf8')
    this.#cookie = `${cookiePrefix}.session_token`
  }

  /** Undefined without a cookie, for a wrong signature, and for an ended session. */
  find(headers: Headers): Promise<SessionAnswer | undefined> {
    return this.#findLive(headers, (token) => readAnswer(this.#db, { token }))
  }

  /** Like {@link find}, with what decides on a call. */
  findUser(headers: Headers) {
    return this.#findLive(headers, (token) => readUser(this.#db).execute({ token }))
  }

  async #findLive<Row extends { session: { expiresAt: string | Date } }>(
    headers: Headers,
    read: (token: string) => Promise<Row[]>,
  ): Promise<Row | undefined> {
    const token = this.#tokenOf(headers)
    const [found] = token === undefined ? [] : await read(token)
    return found && new Date(found.session.expiresAt) > new Date() ? found : undefined
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
