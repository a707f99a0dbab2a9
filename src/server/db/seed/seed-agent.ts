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
  /** May hold `{{nome_do_criador}}` and `{{data_de_hoje}}`, which the prompt assembly replaces. */
  systemPrompt: string
}
