import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { ADDRESS_HEADER } from './internal-headers.ts'

/** Client address and user agent of a call, as the audit log stores them. */
export type RequestOrigin = { ipAddress: string | null; userAgent: string | null }

/** The acting user, with the client's address and user agent. */
export type AuditOrigin = RequestOrigin & { actor: { id: string; name: string } }

const MAX_AGENT = 500

/**
 * Reads the address from {@link ADDRESS_HEADER}, which our own code sets, and the user agent, cut at 500
 * characters.
 */
export function requestOriginOf(headers: Headers | undefined): RequestOrigin {
  const address = headers?.get(ADDRESS_HEADER)
  return {
    ipAddress: address && address !== 'unknown' ? address : null,
    userAgent: headers?.get('user-agent')?.slice(0, MAX_AGENT) || null,
  }
}

/**
 * Actor and origin for the audit log. During an impersonation the actor is the administrator; of a call with a key it is
 * named as that key of its maker. Requires {@link signedIn}.
 */
export function auditOrigin(c: Context<AppEnv>): AuditOrigin {
  const { id, name } = c.var.user.impersonator ?? c.var.user
  const { key } = c.var.user
  const actor = { id, name: key ? `Chave ${key.name} de ${name}` : name }
  return { actor, ...requestOriginOf(c.req.raw.headers) }
}
