import type { RequiredField } from '#shared/contract/required-context.ts'

/** `{produto}` and the like are filled from what the person chose, or asked for, before it is sent. */
type SeedRecommendation = { id: string; content: string }

export type SeedAgent = {
  /** Fixed for ever: seeding recognises its own rows by it. */
  id: string
  slug: string
  name: string
  description: string
  photoUrl: string
  enableFreePlan: boolean
  labelIds: string[]
  recommendations: [SeedRecommendation, SeedRecommendation, SeedRecommendation]
  /** What a chat asks for where the chosen product, brand or offer lacks it. */
  requiredContext: RequiredField[]
  /** May hold `{{nome_do_criador}}` and `{{data_de_hoje}}`, which the prompt assembly replaces. */
  systemPrompt: string
}
