import type { Onboarding } from '#shared/contract/onboarding.ts'

/** The questionnaire while it is answered. */
export type OnboardingValues = {
  marketingLevel: string
  digitalMarketingGoal: string
  strategies: string[]
}

export const NO_ANSWERS: OnboardingValues = { marketingLevel: '', digitalMarketingGoal: '', strategies: [] }

/** Given answers as the questionnaire shows them. */
export const valuesOf = ({ answers }: Onboarding): OnboardingValues => ({ ...answers })

/** The questions in their order: one step each. */
export const STEPS = ['marketingLevel', 'digitalMarketingGoal', 'strategies'] as const

/** Where to go on with answers that were begun: the first question without one, else the last. */
export function stepOf(values: OnboardingValues): number {
  const open = STEPS.findIndex((name) => values[name].length === 0)
  return open === -1 ? STEPS.length - 1 : open
}

/** The first question that something is said against; undefined where nothing is. */
export function stepOfErrors(errors: Record<string, unknown>): number | undefined {
  const step = STEPS.findIndex((name) => errors[name])
  return step === -1 ? undefined : step
}
