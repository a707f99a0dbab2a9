import { z } from 'zod'
import * as mini from 'zod/mini'
import { requiredText } from './business-fields.ts'
import { hasNoRepeats, Id, Timestamp } from './scalars.ts'

export const MarketingLevel = mini.enum(
  ['iniciante', 'intermediario', 'avancado', 'big_player'],
  'Selecione o seu momento',
)
export type MarketingLevel = mini.infer<typeof MarketingLevel>

export const Strategy = mini.enum(
  ['lancamento', 'perpetuo', 'evento_presencial', 'lancamento_pago'],
  'Estratégia inválida',
)
export type Strategy = mini.infer<typeof Strategy>

/** Name and monthly revenue of each level. */
export const LEVEL_NAMES: Record<MarketingLevel, { name: string; range: string }> = {
  iniciante: { name: 'Iniciante', range: 'Abaixo de R$ 10 mil por mês' },
  intermediario: { name: 'Intermediário', range: 'De R$ 10 mil a R$ 100 mil por mês' },
  avancado: { name: 'Avançado', range: 'De R$ 100 mil a R$ 1 milhão por mês' },
  big_player: { name: 'Big player', range: 'Acima de R$ 1 milhão por mês' },
}

export const STRATEGY_NAMES: Record<Strategy, string> = {
  lancamento: 'Lançamento',
  perpetuo: 'Perpétuo',
  evento_presencial: 'Evento presencial',
  lancamento_pago: 'Lançamento pago',
}

const NO_STRATEGY = 'Selecione pelo menos uma estratégia'

const fields = {
  marketingLevel: MarketingLevel,
  digitalMarketingGoal: requiredText('Objetivo é obrigatório'),
  strategies: mini
    .array(Strategy, { error: NO_STRATEGY })
    .check(
      mini.minLength(1, NO_STRATEGY),
      mini.maxLength(4, 'Há uma estratégia repetida'),
      mini.refine(hasNoRepeats, 'Há uma estratégia repetida'),
    ),
}

/** Body of `PUT /me/onboarding`. */
export const OnboardingAnswers = z.strictObject(fields)
export type OnboardingAnswers = z.infer<typeof OnboardingAnswers>

/** Same fields as the call's body. */
export const OnboardingForm = mini.object(fields)
export type OnboardingForm = mini.infer<typeof OnboardingForm>

export const Onboarding = z.object({
  id: Id,
  userId: Id,
  answers: z.object({
    marketingLevel: MarketingLevel,
    digitalMarketingGoal: z.string(),
    strategies: z.array(Strategy),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Onboarding = z.infer<typeof Onboarding>

/** When the questionnaire was first offered; it is offered once. */
export const OnboardingOffer = z.object({ offeredAt: Timestamp })
export type OnboardingOffer = z.infer<typeof OnboardingOffer>
