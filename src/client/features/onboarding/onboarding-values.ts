import type { Onboarding } from '#shared/contract/onboarding.ts'

export type OnboardingValues = {
  marketingLevel: string
  digitalMarketingGoal: string
  strategies: string[]
}

export const NO_ANSWERS: OnboardingValues = { marketingLevel: '', digitalMarketingGoal: '', strategies: [] }

export const valuesOf = ({ answers }: Onboarding): OnboardingValues => ({ ...answers })

export const STEPS = ['marketingLevel', 'digitalMarketingGoal', 'strategies'] as const

/** The first step without an answer, else the last one. */
export function stepOf(values: OnboardingValues): number {
  const open = STEPS.findIndex((name) => values[name].length === 0)
  return open === -1 ? STEPS.length - 1 : open
}

/** The first step with an error; undefined when there is none. */
export function stepOfErrors(errors: Record<string, unknown>): number | undefined {
  const step = STEPS.findIndex((name) => errors[name])
  return step === -1 ? undefined : step
}
