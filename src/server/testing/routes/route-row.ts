import type { Business } from '../factories/business.ts'
import type { Conversation, Subject } from '../factories/people.ts'
import type { TestClient } from '../test-client.ts'

/**
 * Rows for the path parameters: the owner's chat and assets, the caller, and the target of administrators'
 * calls.
 */
export type Target = Conversation &
  Partial<Business> & { agentId: string; caller: TestClient; subject?: Subject }

export type Row = {
  /** The status for each role, in their order. */
  expected: readonly [anonymous: number, owner: number, other: number, banned: number, admin: number]
  /** A body that is valid for every role. */
  body?: (target: Target) => unknown
  /** The query string, if the route requires one. */
  query?: string
  /** Takes a form instead of JSON. */
  sendsForm?: true
  /** A second concurrent call gets 429. */
  isOneAtATime?: true
  /** Called by programs without session or page: ignores cookies and origins. */
  isForPrograms?: true
  /** Ends the caller's sessions, so each call needs a new user. */
  endsSession?: true
}

export const EVERYBODY = [200, 200, 200, 200, 200] as const
export const SIGNED_IN = [401, 200, 200, 403, 200] as const
export const CREATED = [401, 201, 201, 403, 201] as const
export const OWNER = [401, 200, 404, 403, 404] as const
export const ADMIN = [401, 403, 403, 403, 200] as const
/** An administrator's call for a missing id. */
export const NOT_THERE = [401, 403, 403, 403, 404] as const
