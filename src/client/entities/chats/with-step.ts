import type { ReplyStep } from '#shared/contract/messages.ts'

/** With a step that is new or in another state, which is final once it has ended; the same array without a change. */
export function withStep(steps: readonly ReplyStep[], step: ReplyStep): readonly ReplyStep[] {
  const known = steps.find(({ id }) => id === step.id)
  if (!known) return [...steps, step]
  return known.status === 'running' ? steps.map((it) => (it === known ? step : it)) : steps
}
