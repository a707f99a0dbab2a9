import { create } from 'zustand'
import type { Agent } from '#shared/contract/agents.ts'

export type LockedAgent = Pick<
  Agent,
  'id' | 'name' | 'description' | 'photoUrl' | 'plans' | 'promptRecommendations'
>

/** Why the plans are shown: a locked agent, the monthly quota, or a request. */
export type PlanSheetReason = { why: 'agent'; agent: LockedAgent } | { why: 'quota' } | { why: 'plans' }

/** The open plan sheet's reason; null while it is closed. */
export const usePlanSheet = create<{ reason: PlanSheetReason | null }>(() => ({ reason: null }))

/** Opens and closes the plan sheet from anywhere in the app. */
export const planSheet = {
  open: (reason: PlanSheetReason): void => usePlanSheet.setState({ reason }),
  close: (): void => usePlanSheet.setState({ reason: null }),
}
