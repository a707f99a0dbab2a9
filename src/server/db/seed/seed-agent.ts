import type { RequiredField } from '#shared/contract/required-context.ts'

/** The chat fills placeholders such as `{produto}` from the context, or asks for them. */
type SeedRecommendation = { id: string; content: string }

export type SeedAgent = {
  /** Never changes: seeding recognizes its rows by it. */
  id: string
  slug: string
  name: string
  description: string
  photoUrl: string
  enableFreePlan: boolean
  labelIds: string[]
  recommendations: [SeedRecommendation, SeedRecommendation, SeedRecommendation]
  /** Fields that a chat asks for when its context lacks them. */
  requiredContext: RequiredField[]
  /** May contain `{{nome_do_criador}}` and `{{data_de_hoje}}`, which the prompt replaces. */
  systemPrompt: string
}
