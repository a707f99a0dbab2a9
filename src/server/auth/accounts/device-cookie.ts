import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { accounts, users } from '../../db/schema/index.ts'
import { CHALLENGED } from '../second-factor/challenge.ts'
import { SIGNING_IN } from './known-devices.ts'

type Call = GenericEndpointContext
type Answered = Call & { context: { returned?: unknown } }
type Account = { userId: string; password: string | null }

const COOKIE = 'known_device'
/** As long as the list of known devices. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60
/** Accounts that one browser knows; the one not used for longest is forgotten, so that the cookie stays small. */
const MAX_ACCOUNTS = 5

/** Separates this key from other keys derived from the same secret. */
const KEY_LABEL = 'elenco known device v1'
const KEY_BYTES = 32
const ID_BYTES = 16
/** Random id and HMAC-SHA-256 in base64url, of 22 and 43 characters. */
const MARK = /^[\w-]{65}$/
const ID_LENGTH = 22

/**
 * Marks browsers in which an account was signed in, so that a stranger's wrong guesses do not make its owner wait. A
 * mark opens nothing. It is signed for one account and its present password, and ends with either.
 */
export function deviceCookie({ db, secret }: { db: Db; secret: string }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_LABEL, KEY_BYTES))

  const markOf = (id: string, { userId, password }: Account): string => {
    const text = JSON.stringify([userId, password, id])
    return id + createHmac('sha256', key).update(text).digest('base64url')
  }
  const isMarkOf = (account: Account) => (mark: string) =>
    timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(mark.slice(0, ID_LENGTH), account)))

  const cookieOf = (call: Call, maxAge = COOKIE_SECONDS) => call.context.createAuthCookie(COOKIE, { maxAge })
  const marksOf = (call: Call): string[] =>
    (call.getCookie(cookieOf(call).name) ?? '')
      .split('.')
      .slice(0, MAX_ACCOUNTS)
      .filter((mark) => MARK.test(mark))

  /** The account with a password, which alone can be guessed. */
  const findAccount = async (where: SQL): Promise<Account | undefined> => {
    const [found] = await db
      .select({ userId: users.id, password: accounts.password })
      .from(users)
      .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
      .where(where)
    return found
  }

  return {
    /** Under which name a sign-in's tries count: each known device of the account apart from all strangers. */
    async attemptsKey(call: Call, email: string): Promise<string> {
      const marks = marksOf(call)
      const account = marks.length > 0 ? await findAccount(eq(users.email, email)) : undefined
      const mark = account && marks.find(isMarkOf(account))
      return mark ? `known device ${mark.slice(0, ID_LENGTH)} ${email}` : email
    },

    /** After a call: marks the browser of a sign-in or of a new password, and forgets it with a deleted account. */
    async remember(call: Answered): Promise<void> {
      const isDeleted = call.path === '/delete-user' && !isAPIError(call.context.returned)
      if (isDeleted) call.setCookie(cookieOf(call).name, '', cookieOf(call, 0).attributes)
      const user = call.context.newSession?.user
      if (!user || !(SIGNING_IN.has(call.path) || call.path === '/change-password')) return
      // Without the code, the sign-in has not happened yet.
      if (user.twoFactorEnabled && CHALLENGED.has(call.path)) return
      const account = await findAccount(eq(users.id, user.id))
      if (!account) return
      const marks = marksOf(call)
      const own =
        marks.find(isMarkOf(account)) ?? markOf(randomBytes(ID_BYTES).toString('base64url'), account)
      const others = marks.filter((mark) => mark !== own)
      const { name, attributes } = cookieOf(call)
      call.setCookie(name, [own, ...others].slice(0, MAX_ACCOUNTS).join('.'), attributes)
    },
  }
}
