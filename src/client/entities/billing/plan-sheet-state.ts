import type { Agent } from '#shared/contract/agents.ts'

export type LockedAgent = Pick<Agent, 'id' | 'name' | 'description' | 'photoUrl' | 'promptRecommendations'>

/** Why the plans are shown: a locked agent, the monthly quota, or a request. */
export type PlanSheetReason = { why: 'agent'; agent: LockedAgent } | { why: 'quota' } | { why: 'plans' }

let reason: PlanSheetReason | null = null
const listeners = new Set<() => void>()

function show(next: PlanSheetReason | null): void {
  reason = next
  for (const listener of listeners) listener()
}

/** Opens the plan sheet from anywhere in the app. */
export const planSheet = {
  current: (): PlanSheetReason | null => reason,
  open: (why: PlanSheetReason): void => show(why),
  close: (): void => show(null),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
