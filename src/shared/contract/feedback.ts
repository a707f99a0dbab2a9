import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { MessageStatus } from './messages.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

/** Review of a negative rating by an administrator; `open` before it. */
export const FeedbackState = z.enum(['open', 'done', 'ignored'], 'Situação inválida')
export type FeedbackState = z.infer<typeof FeedbackState>

export const FeedbackQuery = PageQuery.extend({
  state: z.optional(FeedbackState),
  agentId: z.optional(Id),
  /** Searches the reason and the names of user and agent. */
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type FeedbackQuery = z.infer<typeof FeedbackQuery>

export const FeedbackParams = z.object({ messageId: Id })

const named = z.object({ id: Id, name: z.string() })

/** A negative rating in the review queue. Deleted messages leave the queue. */
export const FeedbackItem = z.object({
  messageId: Id,
  reason: z.string().nullable(),
  /** Time of the rating or of its last change. */
  feedbackAt: Timestamp,
  state: FeedbackState,
  reviewedAt: z.nullable(Timestamp),
  agent: named.extend({ photoUrl: z.string().nullable() }),
  person: named,
})
export type FeedbackItem = z.infer<typeof FeedbackItem>

export const FeedbackPage = pageOf(FeedbackItem)
export type FeedbackPage = z.infer<typeof FeedbackPage>

const FeedbackTurn = z.object({
  id: Id,
  sender: z.enum(['human', 'ai']),
  content: z.string(),
  status: MessageStatus,
  createdAt: Timestamp,
})

export const FeedbackDetail = FeedbackItem.extend({
  /** Oldest first: at most two earlier turns, the question, and the rated reply. */
  exchange: z.array(FeedbackTurn),
  /** The agent's instructions at that time; null when not recorded. */
  promptVersion: z.object({ number: z.int().min(1), systemPrompt: z.string() }).nullable(),
  /** Empty when not recorded. */
  model: z.string(),
  /** The context of the reply, with the names at that time. */
  groundedOn: z.array(
    z.object({
      kind: z.enum(['onboarding', 'product', 'brand', 'voice', 'offer', 'document']),
      name: z.string(),
    }),
  ),
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>

export const ReviewFeedback = z.strictObject({
  state: FeedbackState,
  /** `feedbackAt` of the reviewed rating; 409 when the rating has changed since. */
  feedbackAt: z.optional(z.iso.datetime({ error: 'Data inválida' }).max(40, 'Data inválida')),
})
export type ReviewFeedback = z.infer<typeof ReviewFeedback>
