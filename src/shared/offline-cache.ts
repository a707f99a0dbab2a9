/**
 * Protocol of page, server and service worker for offline reading (decision 31): the server names the user in
 * its answers, the page names the user in its requests, and the worker adds the time of storage.
 */
export const READER_HEADER = 'X-Reader'
export const KEPT_HEADER = 'X-Kept-At'

/** Names the looks that a page was made with, so that the service worker renews the page that it keeps. */
export const HOUSE_HEADER = 'X-House'

/** Messages from a page to the worker. */
export type WorkerMessage =
  /** Deletes all stored answers. */
  | { type: 'forget' }
  /** Stores these paths again: they were requested without a worker, or have changed since. */
  | { type: 'keep'; paths: readonly string[] }
  /**
   * Asks whether the file belongs to the worker's version; the answer is a {@link HoldsAnswer} on the
   * message's port.
   */
  | { type: 'holds'; url: string }
  /** Activates the waiting version. */
  | { type: 'take-over' }

export type HoldsAnswer = {
  holds: boolean
  /** No other window of this site is open. */
  isAlone: boolean
}

/** Needed for reading offline: the user's lists and chats, and the agents. */
const CACHEABLE =
  /^\/api\/v1\/(me|labels|agents|chats|agents\/[\da-f-]{36}|chats\/[\da-f-]{36}|chats\/[\da-f-]{36}\/messages)$/i

/**
 * Whether the answer of a GET may be stored. Never streams, exports, files, credentials or administration.
 */
export function mayBeKept({ pathname, searchParams }: URL): boolean {
  // Partial conversations and search results are not stored.
  const isPart = pathname.endsWith('/messages') && searchParams.size > 0
  return CACHEABLE.test(pathname) && !isPart && !searchParams.has('q') && !searchParams.has('cursor')
}

const SAME_USER = /^\/api\/auth\/(update-user|send-verification-email|revoke-session|revoke-other-sessions)$/
/** Navigations of the browser: Google's callback and links of mails. */
const NAVIGATION = /^\/api\/auth\/(callback|verify-email|reset-password|delete-user)(\/|$)/

/** Whether a call may change the signed-in user, so that stored answers must be deleted. */
export function mayChangePerson(method: string, pathname: string): boolean {
  if (!pathname.startsWith('/api/auth/')) return false
  return NAVIGATION.test(pathname) || (method !== 'GET' && !SAME_USER.test(pathname))
}

const OF_CHAT = /^\/api\/v1\/chats\/([\da-f-]{36})(\/|$)/i

/** Id of the chat that a call deletes, or deletes from. */
export const chatDeletedBy = (method: string, pathname: string): string | undefined =>
  method === 'DELETE' ? OF_CHAT.exec(pathname)?.[1] : undefined
