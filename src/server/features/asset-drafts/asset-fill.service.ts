import type { CreateFill, FilledDraft } from '#shared/contract/asset-drafts.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { shownText } from '../../ai/tasks/asset-draft.ts'
import { draftByRules } from '../../ai/tasks/asset-draft-by-rules.ts'
import type { DraftKind } from '../../ai/tasks/asset-draft-values.ts'
import { fillFormat, fillPrompt, quoteItself, readFill } from '../../ai/tasks/asset-fill.ts'
import { limitCalls } from '../../auth/limits/person-limiter.ts'
import type { Deps } from '../../deps.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { askForDraft, type Parts as CallParts, oneDraftAtATime } from './draft-call.service.ts'
import { readAddress, type SourceText } from './fill-source.service.ts'

type Parts = CallParts & Pick<Deps, 'env' | 'fetchRemotePage' | 'redis'>
type Wanted = { kind: DraftKind; user: CurrentUser; signal: AbortSignal }

const HOUR = { name: 'fill-hour', window: 3_600, max: SERVER_LIMITS.fillsPerHour }
const DAY = { name: 'fill-day', window: 86_400, max: SERVER_LIMITS.fillsPerDay }

/**
 * Fills in an asset's form from a page or a pasted text. Stores nothing but the usage.
 * @throws {AppError} as {@link fillFrom}; VALIDATION_ERROR for an address that cannot be read.
 */
export const fillAsset = (parts: Parts, { address, text = '', ...wanted }: Wanted & CreateFill) =>
  fillFrom(parts, wanted, async () =>
    address === undefined
      ? { text, isTruncated: false }
      : readAddress(parts, { address, userId: wanted.user.id, signal: wanted.signal }),
  )

/**
 * Fills in an asset's form from the text that `read` answers; one at a time per user.
 * @throws {AppError} RATE_LIMITED while another draft is made in this process, above the number of an hour or a day,
 * and when the day's budget is reached; QUOTA_EXCEEDED when the month is used up; UNAVAILABLE if the provider fails
 * or the client disconnects.
 */
export function fillFrom(
  parts: Parts,
  { kind, user, signal }: Wanted,
  read: () => Promise<SourceText>,
): Promise<FilledDraft> {
  return oneDraftAtATime(user.id, async () => {
    if (parts.env.rateLimits) {
      for (const limit of [HOUR, DAY]) await limitCalls(parts, { ...limit, userId: user.id })
    }
    const { text, isTruncated } = await read()
    const credential = await ownKeyFor(parts, user)
    const isByRules = parts.model.isDemo && !credential
    if (isByRules) return { ...quoteItself(draftByRules(kind, text)), isTruncated, isByRules }
    const shown = shownText(text, parts.model.budgetTokens)
    const answer = await askForDraft(parts, {
      user,
      credential,
      agent: null,
      prompt: fillPrompt(kind, shown),
      format: fillFormat(kind),
      signal,
      about: { kind },
    })
    return {
      ...readFill(kind, answer, shown),
      isTruncated: isTruncated || shown.length < text.length,
      isByRules,
    }
  })
}
