import type { ChatFailure } from '#client/features/chats/session/chat-state.ts'
import { ApiError } from '#client/lib/http/http-client.ts'

export type PlanErrorCode = 'PLAN_REQUIRED' | 'QUOTA_EXCEEDED'

/** The plan's limit that refused the last attempt; null for other failures. */
export function planErrorCode(failure: ChatFailure | null): PlanErrorCode | null {
  if (!(failure?.error instanceof ApiError)) return null
  const { code } = failure.error
  return code === 'PLAN_REQUIRED' || code === 'QUOTA_EXCEEDED' ? code : null
}
