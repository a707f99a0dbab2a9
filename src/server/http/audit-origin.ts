import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { ADDRESS_HEADER } from './internal-headers.ts'

/** From where a call came, as the audit log keeps it. */
export type RequestOrigin = { ipAddress: string | null; userAgent: string | null }

/** Who did something, and from where. */
export type AuditOrigin = RequestOrigin & { actor: { id: string; name: string } }

const MAX_AGENT = 500

/** From where a call came, by headers in which our own code has named the address ({@link ADDRESS_HEADER}). */
export function requestOriginOf(headers: Headers | undefined): RequestOrigin {
  const address = headers?.get(ADDRESS_HEADER)
  return {
    ipAddress: address && address !== 'unknown' ? address : null,
    userAgent: headers?.get('user-agent')?.slice(0, MAX_AGENT) || null,
  }
}

/** Whom the audit log names for what this call does; comes after the guard that knows who calls. */
export function auditOrigin(c: Context<AppEnv>): AuditOrigin {
  const { id, name } = c.var.user.impersonator ?? c.var.user
  return { actor: { id, name }, ...requestOriginOf(c.req.raw.headers) }
}
