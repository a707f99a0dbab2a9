import type { ReplyStep } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { StepState } from '../ai/reply.ts'

type Steps = readonly ReplyStep[]

/**
 * With a new step at `at`, or a known one in another state. The same array when nothing changes: the step has ended,
 * or the reply keeps no more.
 */
export function withStep(steps: Steps, state: StepState, at: number): Steps {
  const known = steps.find(({ id }) => id === state.id)
  if (!known) return steps.length < LIMITS.stepsPerReply ? [...steps, { ...state, at }] : steps
  if (known.status !== 'running') return steps
  return steps.map((step) => (step === known ? { ...known, ...state } : step))
}

/** With every running step as failed; the same array when there is none. */
export const endSteps = (steps: Steps): Steps =>
  steps.some(({ status }) => status === 'running')
    ? steps.map((step) => (step.status === 'running' ? { ...step, status: 'error' } : step))
    : steps

/**
 * Two states of one list, in any order: steps are only added, and end once. The first array when it is the newer one
 * already.
 */
export function mergeSteps(steps: Steps, others: Steps): Steps {
  if (others === steps || others.length === 0) return steps
  const isNews = (other: ReplyStep, index: number) => {
    const known = steps[index]
    return !known || (known.status === 'running' && other.status !== 'running')
  }
  if (!others.some(isNews)) return steps
  const rest = steps.slice(others.length)
  return [...others.map((other, index) => (isNews(other, index) ? other : (steps[index] ?? other))), ...rest]
}
