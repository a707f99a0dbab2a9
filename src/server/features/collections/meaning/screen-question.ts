import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Embeddings } from '../../../ai/embeddings/embeddings.ts'
import { countCall } from '../../../auth/limits/person-limiter.ts'
import type { Deps } from '../../../deps.ts'

export type QuestionParts = Pick<Deps, 'budget' | 'db' | 'embeddings' | 'env' | 'redis'>

const HOUR = { name: 'source-question', window: 3_600, max: COLLECTION_LIMITS.questionsPerHour }

/**
 * The model that embeds the questions of a user's search on screen, each as a call of the day's budget: none above the
 * number of an hour, and none once half of the budget is used. Unlike replies, no quota of a plan bounds these questions,
 * and words find without them.
 */
export const questionModel = (
  { budget, embeddings, ...parts }: QuestionParts & { embeddings: Embeddings },
  { userId }: { userId: string },
): Pick<Embeddings, 'space' | 'ofQuestion'> => ({
  get space() {
    return embeddings.space
  },
  async ofQuestion(text, signal) {
    if (parts.env.rateLimits && !(await countCall(parts, { ...HOUR, userId })).allowed) return undefined
    return budget.holdSpare(() => embeddings.ofQuestion(text, signal))
  },
})
