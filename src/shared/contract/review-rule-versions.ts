import { z } from 'zod'
import { pageOf } from './pagination.ts'
import { AdminReviewRule, ReviewRuleParams } from './reviews.ts'
import { Timestamp } from './scalars.ts'

/** A rule as it was from `createdAt` on. */
export const ReviewRuleVersion = AdminReviewRule.omit({
  id: true,
  version: true,
  isOwn: true,
  updatedAt: true,
}).extend({
  number: z.int().min(1),
  /** It came with the code. */
  isByCode: z.boolean(),
  /** Null for a version of the code, and where the author is not known. */
  authorName: z.string().nullable(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
})
export type ReviewRuleVersion = z.infer<typeof ReviewRuleVersion>

/** Newest first. */
export const ReviewRuleVersionsPage = pageOf(ReviewRuleVersion)
export type ReviewRuleVersionsPage = z.infer<typeof ReviewRuleVersionsPage>

export const ReviewRuleVersionParams = ReviewRuleParams.extend({
  number: z.coerce
    .number({ error: 'Versão inválida' })
    .int('Versão inválida')
    .min(1, 'Versão inválida')
    .max(2_000_000_000, 'Versão inválida'),
})
