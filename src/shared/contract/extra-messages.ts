import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'
import { LastDay } from './users.ts'
import { EXTRA_COUNT_TEXT, ExtraMessagesForm } from './users-form.ts'

/** Messages that an administrator gave to a user, spent when the month of their plan is used up. */
export const ExtraMessages = z.object({
  id: Id,
  given: z.int().min(1),
  /** Includes running replies. */
  used: z.int().min(0),
  /** Zero once they ended or were taken back. */
  left: z.int().min(0),
  /** Null for no end. */
  endsAt: z.nullable(Timestamp),
  reason: z.string(),
  /** Null when that account was deleted. */
  givenByName: z.string().nullable(),
  takenBackAt: z.nullable(Timestamp),
  takenBackByName: z.string().nullable(),
  createdAt: Timestamp,
})
export type ExtraMessages = z.infer<typeof ExtraMessages>

/** Newest first. */
export const ExtraMessagesPage = pageOf(ExtraMessages)
export type ExtraMessagesPage = z.infer<typeof ExtraMessagesPage>

const { extraMessagesMax } = LIMITS

/** `until` is the last day in America/Sao_Paulo, null for no end. A repeated `id` changes nothing. */
export const GiveExtraMessages = z.strictObject({
  id: Id,
  given: z.int(EXTRA_COUNT_TEXT).min(1, EXTRA_COUNT_TEXT).max(extraMessagesMax, EXTRA_COUNT_TEXT),
  until: LastDay.nullable(),
  reason: ExtraMessagesForm.shape.reason,
})
export type GiveExtraMessages = z.infer<typeof GiveExtraMessages>

export const ExtraMessagesParams = z.object({ userId: Id, extraId: Id })
