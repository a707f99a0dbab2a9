import type { ApiKeyScope } from '#shared/contract/api-keys.ts'

// The plans have the ids and names that invitations and spreadsheets refer to.
const PLANS = 'GET /plans/admin'

/**
 * The calls of each scope, under `/api/v1`. All others are closed to keys: passwords, roles, suspensions, impersonation,
 * second factors, settings, keys, whole exports, chats and streams.
 */
const KEY_CALLS: Record<ApiKeyScope, readonly string[]> = {
  people: [
    PLANS,
    'GET /users/admin',
    'GET /users/admin/held-back',
    'GET /users/admin/:id',
    'GET /users/admin/:id/subscriptions',
    'GET /invitations/admin',
    'POST /invitations/admin',
    'POST /invitations/admin/:id/resend',
    'POST /invitations/admin/:id/cancel',
  ],
  imports: [
    PLANS,
    'GET /people-imports/admin',
    'POST /people-imports/admin',
    'GET /people-imports/admin/:id',
    'PATCH /people-imports/admin/:id',
    'GET /people-imports/admin/:id/rows',
    'POST /people-imports/admin/:id/start',
    'POST /people-imports/admin/:id/cancel',
  ],
  sales: [
    'GET /webhooks/admin',
    'GET /webhooks/admin/health',
    'GET /webhooks/admin/unmapped',
    'GET /webhooks/admin/waiting',
    'POST /webhooks/admin/waiting/:id/mail',
    'GET /webhooks/admin/:id',
    'POST /webhooks/admin/:id/retry',
  ],
  figures: ['GET /usage/admin', 'GET /usage/admin/retention', 'GET /usage/admin/replies'],
}

const known = new Map<string, ReadonlySet<string>>(
  Object.entries(KEY_CALLS).map(([scope, calls]) => [scope, new Set(calls)]),
)

const PREFIX = '/api/v1'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A path as the lists write it. A word in the place of an id is another route. */
const patternOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (UUID.test(part) ? ':id' : part))
    .join('/')

/** Whether one of the scopes has this call. HEAD counts as GET. */
export function mayCall(
  scopes: readonly string[],
  { method, path }: { method: string; path: string },
): boolean {
  if (!path.startsWith(PREFIX) || path.includes(':')) return false
  const call = `${method === 'HEAD' ? 'GET' : method} ${patternOf(path.slice(PREFIX.length))}`
  return scopes.some((scope) => known.get(scope)?.has(call))
}
