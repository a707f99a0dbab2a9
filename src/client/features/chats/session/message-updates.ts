import { type ContextItem, chosenItems, predictContext } from '#client/entities/business/context-items.ts'
import type { Message } from '#shared/contract/messages.ts'

/** Prepends an older page without duplicates. */
export function prependOlder(known: Message[], older: Message[]): Message[] {
  const ids = new Set(known.map((message) => message.id))
  return [...older.filter((message) => !ids.has(message.id)), ...known]
}

/**
 * Appends a stored message and its running reply; idempotent. Without `chosen` the reply keeps the previous one's context.
 */
export function appendTurn(
  known: Message[],
  human: Message,
  replyId: string,
  chosen?: readonly ContextItem[],
): Message[] {
  const before = known.filter((message) => message.id !== human.id && message.id !== replyId)
  const grounds = newestReply(before)?.groundedOn ?? []
  const reply = runningReply(human.chatId, replyId, human.id)
  return [...before, human, { ...reply, groundedOn: predictContext(chosen ?? chosenItems(grounds), grounds) }]
}

export const newestReply = (known: readonly Message[]): Message | undefined =>
  known.findLast(({ sender }) => sender === 'ai')

/** Replaces a reply by its new version `replyId`; later messages leave the branch. */
export function replaceReply(known: Message[], replacedId: string, replyId: string): Message[] {
  const index = known.findIndex((message) => message.id === replacedId)
  const replaced = known[index]
  if (!replaced) return known
  const { groundedOn } = replaced
  const reply = { ...runningReply(replaced.chatId, replyId, replaced.parentId), groundedOn }
  return [...known.slice(0, index), asVersionOf(replaced, reply)]
}

/** Replaces a message by its new version `human`; later messages leave the branch. */
export function replaceTurn(
  known: Message[],
  replacedId: string,
  human: Message,
  replyId: string,
  chosen?: readonly ContextItem[],
): Message[] {
  const index = known.findIndex((message) => message.id === replacedId)
  const replaced = known[index]
  if (!replaced) {
    // A retry after a success: the message is already there.
    const stored = known.find((message) => message.id === human.id)
    return appendTurn(known, stored ?? human, replyId, chosen)
  }
  const version = asVersionOf(replaced, { ...human, parentId: replaced.parentId })
  return appendTurn(known.slice(0, index), version, replyId, chosen)
}

/** Marks an ended reply as running again. */
export function resumeReply(known: Message[], id: string): Message[] {
  return patchMessage(known, id, { status: 'running', errorCode: null, finishReason: null })
}

const asVersionOf = (replaced: Message, next: Message): Message => ({
  ...next,
  siblingIds: [...replaced.siblingIds.filter((id) => id !== next.id), next.id],
})

/** Position among a message's versions, counted from 1, and its neighbours; null for a single version. */
export function versionsOf({ id, siblingIds }: Pick<Message, 'id' | 'siblingIds'>): {
  at: number
  count: number
  previousId: string | undefined
  nextId: string | undefined
} | null {
  const index = siblingIds.indexOf(id)
  if (index < 0 || siblingIds.length < 2) return null
  return {
    at: index + 1,
    count: siblingIds.length,
    previousId: siblingIds[index - 1],
    nextId: siblingIds[index + 1],
  }
}

/** Changes one message; returns the same array if it is absent. */
export function patchMessage(known: Message[], id: string, patch: Partial<Message>): Message[] {
  return known.some((message) => message.id === id)
    ? known.map((message) => (message.id === id ? { ...message, ...patch } : message))
    : known
}

/** The user's message, as the server stores it. */
export function humanMessage(chatId: string, id: string, content: string, parentId: string | null): Message {
  return { ...emptyMessage(chatId, id, parentId), sender: 'human', content, status: 'done' }
}

function runningReply(chatId: string, id: string, parentId: string | null): Message {
  return { ...emptyMessage(chatId, id, parentId), sender: 'ai', status: 'running' }
}

function emptyMessage(chatId: string, id: string, parentId: string | null) {
  const now = new Date().toISOString()
  return {
    id,
    chatId,
    parentId,
    content: '',
    errorCode: null,
    finishReason: null,
    condensedTurns: 0,
    siblingIds: [id],
    feedback: null,
    attachments: [],
    groundedOn: [],
    createdAt: now,
    updatedAt: now,
  }
}
