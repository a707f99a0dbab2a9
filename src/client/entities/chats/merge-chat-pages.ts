import type { Chat, ChatsPage } from '#shared/contract/chats.ts'

/** Chats as far as they were read, in the server's order, and where reading goes on; null at the end. */
export type ChatList = { items: Chat[]; nextCursor: string | null }

/** Whether `a` stands above `b` in every list: written in later, or else made later. */
const isAbove = (a: Chat, b: Chat): boolean =>
  a.lastMessageAt === b.lastMessageAt ? a.id > b.id : a.lastMessageAt > b.lastMessageAt

/**
 * Lays the newest page over what was known: what it names stands where it says, what it should name and does not is
 * gone, and what lies below it stays, so that reading again never shortens a list that was scrolled through.
 */
export function mergeHead(known: ChatList | undefined, head: Pick<ChatsPage, keyof ChatList>): ChatList {
  const newest = { items: head.items, nextCursor: head.nextCursor }
  const last = head.items.at(-1)
  if (!known || !last || head.nextCursor === null) return newest
  const ids = new Set(head.items.map(({ id }) => id))
  // With nothing in common there may be a gap between the two that no later page would fill.
  if (!known.items.some(({ id }) => ids.has(id))) return newest
  const older = known.items.filter((chat) => !ids.has(chat.id) && isAbove(last, chat))
  if (older.length === 0) return newest
  return { items: [...head.items, ...older], nextCursor: known.nextCursor }
}

/** Adds an older page at the end; a chat that both have stays where the newer reading put it. */
export function appendPage(known: ChatList, page: Pick<ChatsPage, keyof ChatList>): ChatList {
  const ids = new Set(known.items.map(({ id }) => id))
  return {
    items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))],
    nextCursor: page.nextCursor,
  }
}

/** The list with this chat where it belongs; one that lies below all that was read comes with its own page. */
export function insertChat({ items, nextCursor }: ChatList, chat: Chat): ChatList {
  const others = items.filter(({ id }) => id !== chat.id)
  const at = others.findIndex((other) => isAbove(chat, other))
  if (at >= 0) return { items: others.toSpliced(at, 0, chat), nextCursor }
  return { items: nextCursor === null ? [...others, chat] : others, nextCursor }
}

/** The list without this chat. */
export function removeChat({ items, nextCursor }: ChatList, chatId: string): ChatList {
  return { items: items.filter(({ id }) => id !== chatId), nextCursor }
}
