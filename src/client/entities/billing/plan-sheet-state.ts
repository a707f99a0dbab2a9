import type { Agent } from '#shared/contract/agents.ts'

/** Of an agent what is shown of it while its lock is closed. */
export type LockedAgent = Pick<Agent, 'id' | 'name' | 'description' | 'photoUrl' | 'promptRecommendations'>

/** Why somebody is shown the plans: an agent's lock, the month's messages, or because they asked. */
export type PlanSheetReason = { why: 'agent'; agent: LockedAgent } | { why: 'quota' } | { why: 'plans' }

let reason: PlanSheetReason | null = null
const listeners = new Set<() => void>()

function show(next: PlanSheetReason | null): void {
  reason = next
  for (const listener of listeners) listener()
}

/** The sheet that shows the plans, called from anywhere in the app; its code comes when it is called for. */
export const planSheet = {
  current: (): PlanSheetReason | null => reason,
  open: (why: PlanSheetReason): void => show(why),
  close: (): void => show(null),
  /** Calls `listener` when it opens or closes; returns the function that ends it. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
