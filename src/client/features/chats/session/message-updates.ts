import { type ContextItem, chosenItems, predictContext } from '#client/entities/business/context-items.ts'
import type { Message } from '#shared/contract/messages.ts'

/**
 * A fresh reading of a chat's newest messages laid over what is already known, so that older pages loaded
 * before stay. Null when the two do not meet and only a whole new reading can tell what lies between.
 */
export function mergeNewest(known: Message[], newest: Message[], limit: number): Message[] | null {
  const first = newest[0]
  if (!first) return known
  const meeting = known.findIndex((message) => message.id === first.id)
  if (meeting >= 0) return [...known.slice(0, meeting), ...newest]
  return newest.length < limit || known.length === 0 ? newest : null
}

/** Messages with an older page in front; what both hold appears once. */
export function prependOlder(known: Message[], older: Message[]): Message[] {
  const ids = new Set(known.map((message) => message.id))
  return [...older.filter((message) => !ids.has(message.id)), ...known]
}

/**
 * The list after the server acknowledged a sent message and began its reply; repeating changes nothing. Without `chosen`
 * it goes on with what the reply before was grounded on.
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

/** The last reply of the branch. */
export const newestReply = (known: readonly Message[]): Message | undefined =>
  known.findLast(({ sender }) => sender === 'ai')

/** The list once the reply `replacedId` is being written anew as `replyId`: what followed it leaves the branch. */
export function replaceReply(known: Message[], replacedId: string, replyId: string): Message[] {
  const index = known.findIndex((message) => message.id === replacedId)
  const replaced = known[index]
  if (!replaced) return known
  const { groundedOn } = replaced
  const reply = { ...runningReply(replaced.chatId, replyId, replaced.parentId), groundedOn }
  return [...known.slice(0, index), asVersionOf(replaced, reply)]
}

/** The list once `human` is stored as another version of `replacedId`, which leaves with all that followed it. */
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
    // A repeated send finds itself where the first one put it.
    const stored = known.find((message) => message.id === human.id)
    return appendTurn(known, stored ?? human, replyId, chosen)
  }
  const version = asVersionOf(replaced, { ...human, parentId: replaced.parentId })
  return appendTurn(known.slice(0, index), version, replyId, chosen)
}

/** The list once a reply that had ended is being written further. */
export function resumeReply(known: Message[], id: string): Message[] {
  return patchMessage(known, id, { status: 'running', errorCode: null, finishReason: null })
}

const asVersionOf = (replaced: Message, next: Message): Message => ({
  ...next,
  siblingIds: [...replaced.siblingIds.filter((id) => id !== next.id), next.id],
})

/** Where a message stands among its versions, counted from 1, and those beside it; null when it is the only one. */
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

/** The list with one message changed; the same array when it is not there. */
export function patchMessage(known: Message[], id: string, patch: Partial<Message>): Message[] {
  return known.some((message) => message.id === id)
    ? known.map((message) => (message.id === id ? { ...message, ...patch } : message))
    : known
}

/** A message of the person, as the server stores it. */
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
