import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Embeddings } from '../../../ai/embeddings/embeddings.ts'
import { limitCalls } from '../../../auth/limits/person-limiter.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/errors.ts'

export type QuestionParts = Pick<Deps, 'budget' | 'db' | 'embeddings' | 'env' | 'redis'>
type QuestionModel = Pick<Embeddings, 'space' | 'ofQuestion'>

const HOUR = { name: 'source-question', window: 3_600, max: COLLECTION_LIMITS.questionsPerHour }
const HOUSE_CALL = { isHouse: true, isBudgeted: true }

/**
 * The model that embeds a question of the search on screen, each time as a call of the day's budget; undefined above the
 * number of an hour, and once half of the budget is used. Unlike replies, no quota of a plan bounds these questions, and
 * words find without them.
 */
export async function questionModel(
  { embeddings, budget, ...parts }: QuestionParts,
  { userId }: { userId: string },
): Promise<QuestionModel | undefined> {
  if (!embeddings || !(await budget.isSpare())) return undefined
  if (parts.env.rateLimits && !(await isWithinHour(parts, userId))) return undefined
  return {
    get space() {
      return embeddings.space
    },
    // Undefined also when the day's last call was taken meanwhile.
    ofQuestion: (text, signal) =>
      budget
        .hold(HOUSE_CALL, () => embeddings.ofQuestion(text, signal))
        .catch((error: unknown) => {
          if (error instanceof AppError) return undefined
          throw error
        }),
  }
}

const isWithinHour = (parts: Pick<QuestionParts, 'db' | 'redis'>, userId: string): Promise<boolean> =>
  limitCalls(parts, { ...HOUR, userId }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
