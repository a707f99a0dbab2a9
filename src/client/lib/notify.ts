type Tone = 'success' | 'error' | 'info'

export type Notice = { id: number; tone: Tone; text: string }

type Listener = (notices: readonly Notice[]) => void

const DISPLAY_MS = { success: 5_000, info: 6_000, error: 9_000 }

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<Listener>()

function change(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener(notices)
}

/** The notices on screen, oldest first. */
export const currentNotices = () => notices

/** Takes a notice off the screen; unknown ids are no error. */
export function dismissNotice(id: number): void {
  change(notices.filter((notice) => notice.id !== id))
}

/** Calls `listener` after each change; returns the function that ends it. */
export function subscribeNotices(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a Portuguese sentence for some seconds. The same sentence is never on screen twice. */
export function notify(text: string, tone: Tone = 'info'): void {
  lastId += 1
  const notice = { id: lastId, tone, text }
  change([...notices.filter((other) => other.text !== text), notice])
  setTimeout(() => dismissNotice(notice.id), DISPLAY_MS[tone])
}
