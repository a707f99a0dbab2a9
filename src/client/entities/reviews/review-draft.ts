import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

const storage = (): SafeStorage => localStorage

/** Storage key of a text under review: of a reply, or what the user pasted. */
const placeOf = (userId: string, messageId: string | undefined) =>
  `${userDraftPrefix(userId)}review:${messageId ?? 'new'}`

export const readReviewDraft = (userId: string, messageId?: string): string =>
  readStorage(storage, placeOf(userId, messageId))

/** An empty text removes it. */
export const writeReviewDraft = (userId: string, messageId: string | undefined, text: string): void =>
  writeStorage(storage, placeOf(userId, messageId), text)

/** Keeps a reply's text for the Revisor; what was changed there before stays. */
export function keepReplyDraft(userId: string, messageId: string, text: string): void {
  if (readReviewDraft(userId, messageId) === '') writeReviewDraft(userId, messageId, text)
}
