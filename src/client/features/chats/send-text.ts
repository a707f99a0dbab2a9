import { ApiError } from '#client/lib/http.ts'
import type { ChatSession } from './chat-session.ts'
import { draftAttachments } from './draft-attachments.ts'
import { type Attempt, drafts } from './drafts.ts'

type Source = {
  chatId: string
  agentId: string
  /** Where the text being sent is kept until the server has it. */
  place: string
  /** The server does not know the chat yet. */
  isNew: boolean
}

/**
 * The one way to send: a text and its files leave their draft only when the server has stored them. Resolves to
 * whether it has; while files are on their way it notes that the message follows them, and sends nothing.
 */
export async function sendText(
  { chatId, agentId, place, isNew }: Source,
  session: ChatSession,
  text: string,
): Promise<boolean> {
  const content = text.trim()
  // A suggestion takes the empty composer, where a failure leaves it; a text already there is not touched.
  if (drafts.text(place) === '') drafts.write(place, content)
  const isKept = drafts.text(place).trim() === content
  if (isKept && ['uploading', 'failed'].includes(draftAttachments.readiness(place))) {
    draftAttachments.await(place)
    return false
  }
  const attachments = isKept ? draftAttachments.stored(place) : []
  const attachmentIds = attachments.map(({ id }) => id)
  const attempt = drafts.nextAttempt(place, chatId, content, attachmentIds)
  const newChat = isNew ? { newChatWith: agentId } : {}
  const isStored = await session.send({ ...attempt, content, attachments, isKept, ...newChat })
  if (isStored) {
    acknowledge(place, attempt)
    // The screen that sent it may be gone, and another one show the chat: that one takes the address.
    if (isNew) session.open()
  } else if (attachments.length > 0 && isRefusal(session.getState().failure?.error)) {
    const { markMissing } = await import('./attachment-uploads.ts')
    await markMissing(place).catch(() => undefined)
  }
  return isStored
}

/** Forgets of a draft what the server has stored. */
export function acknowledge(place: string, { text, attachmentIds }: Attempt): void {
  drafts.acknowledge(place, text)
  draftAttachments.acknowledge(place, attachmentIds)
}

/** An attachment that is gone, or that another message took, makes the server refuse the message with these. */
const isRefusal = (error: unknown) => error instanceof ApiError && [400, 404, 409].includes(error.status)
