import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { MessageStatus } from './messages.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

/** What an administrator made of a thumb down; `open` while nobody has. */
export const FeedbackState = z.enum(['open', 'done', 'ignored'], 'Situação inválida')
export type FeedbackState = z.infer<typeof FeedbackState>

export const FeedbackQuery = PageQuery.extend({
  state: z.optional(FeedbackState),
  agentId: z.optional(Id),
  /** Looks into the reason, and the names of the person and the agent. */
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type FeedbackQuery = z.infer<typeof FeedbackQuery>

export const FeedbackParams = z.object({ messageId: Id })

const named = z.object({ id: Id, name: z.string() })

/** A thumb down in the queue. What is deleted leaves it. */
export const FeedbackItem = z.object({
  messageId: Id,
  reason: z.string().nullable(),
  /** When the thumb was given, or changed. */
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
  /** Oldest first: at most two turns before, the question, and the reply that got the thumb, which is the last. */
  exchange: z.array(FeedbackTurn),
  /** What the agent was told then; null where it was not written down. */
  promptVersion: z.object({ number: z.int().min(1), systemPrompt: z.string() }).nullable(),
  /** Empty where it was not written down. */
  model: z.string(),
  /** What the reply was grounded on, by its names of then. */
  groundedOn: z.array(
    z.object({
      kind: z.enum(['onboarding', 'product', 'brand', 'offer', 'document']),
      name: z.string(),
    }),
  ),
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>

export const ReviewFeedback = z.strictObject({
  state: FeedbackState,
  /** That of the thumb that was looked at: another by now is 409. */
  feedbackAt: z.optional(z.iso.datetime({ error: 'Data inválida' }).max(40, 'Data inválida')),
})
export type ReviewFeedback = z.infer<typeof ReviewFeedback>
