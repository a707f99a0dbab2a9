import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { MESSAGE_STATUSES, REPLY_ERROR_CODES } from '../reply-ends.ts'
import { Attachment } from './attachments.ts'
import { Citation } from './citations.ts'
import { pageLimit } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { attachmentsPerMessage, contextItems, feedbackReasonLength, messageLength, messagesPage } = LIMITS
const { stepLabelLength, stepsPerReply } = LIMITS
const LENGTH_TEXT = `A mensagem passa de ${messageLength.toLocaleString('pt-BR')} caracteres`
const REASON_TEXT = `O motivo passa de ${feedbackReasonLength} caracteres`
const CONTEXT_TEXT = `Escolha até ${contextItems} de cada`
const ATTACHMENTS_TEXT = `Uma mensagem leva até ${attachmentsPerMessage} anexos`

const Sender = z.enum(['human', 'ai'])

export const MessageStatus = mini.enum(MESSAGE_STATUSES)
export type MessageStatus = mini.infer<typeof MessageStatus>

/** Why a reply ended. */
export const ReplyErrorCode = mini.enum(REPLY_ERROR_CODES)
export type ReplyErrorCode = mini.infer<typeof ReplyErrorCode>

/** The provider's reason for the end of a `done` reply. */
export const FinishReason = z.enum(['stop', 'length', 'content_filter'])
export type FinishReason = z.infer<typeof FinishReason>

const someIds = z.array(Id).max(contextItems, CONTEXT_TEXT)
const chosen = someIds.default([])

/** The context of a message. An offer includes its products and brands. */
export const MessageContext = z.strictObject({
  productIds: chosen,
  brandIds: chosen,
  offerIds: chosen,
  documentIds: chosen,
  /** Only these are searched for passages; without any, all. */
  collectionIds: z.optional(someIds),
  sourceIds: z.optional(someIds),
})
export type MessageContext = z.infer<typeof MessageContext>

const grounding = {
  // Repeated here: importing the contract of assets would bring all of zod into the chat page.
  kind: z.enum(['onboarding', 'product', 'brand', 'voice', 'offer', 'document']),
  /** Null for the questionnaire; the brand's for its voice. */
  id: z.nullable(Id),
  name: z.string(),
  /** False for implied context: the questionnaire, and an offer's products and brands. */
  isChosen: z.boolean(),
}

/** One item of a reply's context, with its name at that time. */
const Grounding = z.object(grounding)
export type Grounding = z.infer<typeof Grounding>

/** The same with the fields that the model read. */
export const GroundingDetail = z.object(grounding).extend({
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type GroundingDetail = z.infer<typeof GroundingDetail>

const Rating = z.enum(['up', 'down'], 'Avaliação inválida')
export type Rating = z.infer<typeof Rating>

/** Null removes the rating. */
export const MessageFeedback = z.strictObject({
  rating: z.nullable(Rating),
  reason: z.optional(z.string().trim().max(feedbackReasonLength, REASON_TEXT).refine(hasNoNul, NUL_TEXT)),
})
export type MessageFeedback = z.infer<typeof MessageFeedback>

/** One use of a tool by a reply. */
export const ReplyStep = mini.object({
  id: Id,
  /** The tool. */
  name: mini.string(),
  /** Detail on one line, such as the words that were looked for. */
  label: mini.optional(mini.string().check(mini.maxLength(stepLabelLength + 1))),
  status: mini.enum(['running', 'done', 'error']),
  /** Where it stands: offset in the reply's text in UTF-16 code units. */
  at: mini.int().check(mini.minimum(0)),
})
export type ReplyStep = mini.infer<typeof ReplyStep>

/** Public view of a turn, without token counts, provider and `deletedAt`. */
export const Message = z.object({
  id: Id,
  chatId: Id,
  parentId: z.nullable(Id),
  sender: Sender,
  content: z.string(),
  status: MessageStatus,
  errorCode: z.nullable(ReplyErrorCode),
  finishReason: z.nullable(FinishReason),
  /** Number of oldest turns that reached the model shortened; 0 when it read all of them whole. */
  condensedTurns: z.int().min(0),
  /** All versions of this turn, itself included, oldest first; shown as ‹2/3›. */
  siblingIds: z.array(Id),
  feedback: z.object({ rating: Rating, reason: z.string().nullable() }).nullable(),
  attachments: z.array(Attachment),
  /** Replies only. */
  groundedOn: z.array(Grounding),
  /** Replies that cite sources only: the numbers in their text, in order. */
  citations: z.optional(z.array(Citation)),
  /** Replies that used tools only, in order. */
  steps: z.optional(z.array(ReplyStep).max(stepsPerReply)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Message = z.infer<typeof Message>

const MessageContent = z
  .string({ error: 'Message content is required' })
  .max(messageLength, LENGTH_TEXT)
  .refine((text) => text.trim().length > 0, 'Message content is required')
  .refine(hasNoNul, 'A mensagem tem um caractere inválido')

/** `id` becomes the id of the user's message and makes sending idempotent. */
export const SendMessage = z.strictObject({
  id: Id,
  content: MessageContent,
  /**
   * By default the context of the replaced message, else of the previous one on this branch, else of the
   * chat's origin. Collections and sources are chosen for one message: only the replaced message gives them, also
   * to a context that names neither.
   */
  context: z.optional(MessageContext),
  /** The own message that this one replaces as a new version; the old one stays as another branch. */
  replacesId: z.optional(Id),
  attachmentIds: z.array(Id).max(attachmentsPerMessage, ATTACHMENTS_TEXT).default([]),
})
export type SendMessage = z.infer<typeof SendMessage>

export const MessagesQuery = z.strictObject({
  before: z.optional(Id),
  limit: pageLimit(messagesPage),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

/** How another version of a reply differs from it. */
export const ReplyChange = z.enum(['shorter', 'longer', 'tone'], 'Mudança inválida')
export type ReplyChange = z.infer<typeof ReplyChange>

/** Without `change` the message is answered anew; with it, the reply is rewritten. */
export const RegenerateQuery = z.strictObject({ change: z.optional(ReplyChange) })

export const MessageParams = z.object({ chatId: Id, messageId: Id })

/**
 * The events of a reply's stream (SPEC §6). The SSE `id` is the length of the reply's text in UTF-16 code units
 * after the event; a reader that sends it as `Last-Event-ID` continues from there. A `tool` event is a {@link ReplyStep}, new or
 * in another state, and comes before the text that follows its place; a reader may get the step at its offset again.
 */
export const TokenEvent = mini.object({ token: mini.string(), timestamp: mini.iso.datetime() })
export const ErrorEvent = mini.object({
  error: mini.string(),
  code: mini.optional(ReplyErrorCode),
  isTimeout: mini.boolean(),
})
export const DoneEvent = mini.object({ messageId: Id, status: MessageStatus })
export type TokenEvent = mini.infer<typeof TokenEvent>
export type ErrorEvent = mini.infer<typeof ErrorEvent>
export type DoneEvent = mini.infer<typeof DoneEvent>

export const StopResult = z.object({ stopped: z.boolean() })
export type StopResult = z.infer<typeof StopResult>
