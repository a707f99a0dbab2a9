/**
 * How page, server and service worker agree on what may be read without a network (decision 31): the server names in
 * its answers whose they are, the page in its questions who asks, and the worker in what it kept since when it has it.
 */
export const READER_HEADER = 'X-Reader'
export const KEPT_HEADER = 'X-Kept-At'

/** What a page tells the worker; it answers `holds` on the port that comes along. */
export type WorkerMessage =
  /** Nothing of anybody is to be left. */
  | { type: 'forget' }
  /** These addresses were asked while no worker listened, or have changed since. */
  | { type: 'keep'; paths: readonly string[] }
  /** Does this file belong to the worker's version? */
  | { type: 'holds'; url: string }
  /** The new version takes over from the one that runs. */
  | { type: 'take-over' }

export type HoldsAnswer = {
  holds: boolean
  /** No other window of this site is open in this browser. */
  isAlone: boolean
}

/** The person's own lists and conversations, and who they are with: what reading needs, and nothing else. */
const KEPT =
  /^\/api\/v1\/(me|labels|agents|chats|agents\/[\da-f-]{36}|chats\/[\da-f-]{36}|chats\/[\da-f-]{36}\/messages)$/i

/** Whether the answer of a GET may be kept: no stream, export, file, credential or page of an administrator ever is. */
export function mayBeKept({ pathname, searchParams }: URL): boolean {
  // A part of a conversation is no whole, and what was searched for is nobody's to find later.
  const isPart = pathname.endsWith('/messages') && searchParams.size > 0
  return KEPT.test(pathname) && !isPart && !searchParams.has('q') && !searchParams.has('cursor')
}

const HARMLESS = /^\/api\/auth\/(update-user|send-verification-email|revoke-session|revoke-other-sessions)$/
/** Opened by the browser itself: the way back from Google, and the links of mails. */
const ARRIVAL = /^\/api\/auth\/(callback|verify-email|reset-password|delete-user)(\/|$)/

/** Whether a call may change who is signed in: then what is kept belongs to nobody any more. */
export function mayChangePerson(method: string, pathname: string): boolean {
  if (!pathname.startsWith('/api/auth/')) return false
  return ARRIVAL.test(pathname) || (method !== 'GET' && !HARMLESS.test(pathname))
}

const OF_CHAT = /^\/api\/v1\/chats\/([\da-f-]{36})(\/|$)/i

/** The conversation that a call deletes, or deletes from. */
export const chatDeletedBy = (method: string, pathname: string): string | undefined =>
  method === 'DELETE' ? OF_CHAT.exec(pathname)?.[1] : undefined
