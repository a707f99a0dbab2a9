import type { Business } from '../factories/business.ts'
import type { Conversation, Subject } from '../factories/people.ts'
import type { TestClient } from '../test-client.ts'

/** What a route is called with: a conversation and assets of the owner, whoever calls, and whom an administrator's call is about. */
export type Target = Conversation &
  Partial<Business> & { agentId: string; caller: TestClient; subject?: Subject }

export type Row = {
  /** The status for each role, in their order. */
  expected: readonly [anonymous: number, owner: number, other: number, banned: number, admin: number]
  /** A body with which only the caller can be wrong. */
  body?: (target: Target) => unknown
  /** What stands behind its path, where it can't be called without. */
  query?: string
  /** Its body is a form, not JSON. */
  sendsForm?: true
  /** A second call is refused, 429, until the first one is answered whole. */
  isOneAtATime?: true
  /** Programs call it, which have neither a session nor a page: it looks at neither cookies nor origins. */
  isForPrograms?: true
  /** It ends the caller's sessions, so each caller is somebody new. */
  endsSession?: true
}

export const EVERYBODY = [200, 200, 200, 200, 200] as const
export const SIGNED_IN = [401, 200, 200, 403, 200] as const
export const CREATED = [401, 201, 201, 403, 201] as const
export const OWNER = [401, 200, 404, 403, 404] as const
export const ADMIN = [401, 403, 403, 403, 200] as const
/** An administrator's call about what is not there. */
export const NOT_THERE = [401, 403, 403, 403, 404] as const
