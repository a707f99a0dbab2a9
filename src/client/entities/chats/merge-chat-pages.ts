import type { Chat, ChatsPage } from '#shared/contract/chats.ts'

/** Chats loaded so far, in the server's order; `nextCursor` is null at the end. */
export type ChatList = { items: Chat[]; nextCursor: string | null }

const isPinned = ({ pinnedAt }: Chat): boolean => pinnedAt !== null

/** The server's order: pinned chats first, then last message and id, both descending. */
function isAbove(a: Chat, b: Chat): boolean {
  if (isPinned(a) !== isPinned(b)) return isPinned(a)
  return a.lastMessageAt === b.lastMessageAt ? a.id > b.id : a.lastMessageAt > b.lastMessageAt
}

/**
 * Merges the newest page into a list: the page replaces its range, and older chats stay, so that a refetch never
 * shortens a scrolled list.
 */
export function mergeHead(known: ChatList | undefined, head: Pick<ChatsPage, keyof ChatList>): ChatList {
  const newest = { items: head.items, nextCursor: head.nextCursor }
  const last = head.items.at(-1)
  if (!known || !last || head.nextCursor === null) return newest
  const ids = new Set(head.items.map(({ id }) => id))
  // Without overlap there may be a gap that no later page fills.
  if (!known.items.some(({ id }) => ids.has(id))) return newest
  const older = known.items.filter((chat) => !ids.has(chat.id) && isAbove(last, chat))
  if (older.length === 0) return newest
  return { items: [...head.items, ...older], nextCursor: known.nextCursor }
}

/** Appends an older page without duplicates. */
export function appendPage(known: ChatList, page: Pick<ChatsPage, keyof ChatList>): ChatList {
  const ids = new Set(known.items.map(({ id }) => id))
  return {
    items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))],
    nextCursor: page.nextCursor,
  }
}

/** Inserts a chat at its position; one below the loaded range comes with its page. */
export function insertChat({ items, nextCursor }: ChatList, chat: Chat): ChatList {
  const others = items.filter(({ id }) => id !== chat.id)
  const at = others.findIndex((other) => isAbove(chat, other))
  if (at >= 0) return { items: others.toSpliced(at, 0, chat), nextCursor }
  return { items: nextCursor === null ? [...others, chat] : others, nextCursor }
}

export function removeChat({ items, nextCursor }: ChatList, chatId: string): ChatList {
  return { items: items.filter(({ id }) => id !== chatId), nextCursor }
}
