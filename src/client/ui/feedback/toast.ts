type Tone = 'success' | 'error' | 'info'

/** What can still be done about it, such as taking it back. */
type NoticeAction = {
  label: string
  onChoose: () => void
  /** Waits for an answer, however long it takes. */
  stays?: boolean
  /** Its cause came from the keyboard and left nothing to go on from. */
  takesFocus?: boolean
  /** Where the focus goes on when the notice leaves with it; else to the page. */
  returnTo?: () => HTMLElement | null
}

export type Toast = { id: number; tone: Tone; text: string; action?: NoticeAction | undefined }

type Listener = (notices: readonly Toast[]) => void

const DISPLAY_MS = { success: 5_000, info: 6_000, error: 9_000 }
/** Enough to read it and to change one's mind. */
const ACTION_MS = 8_000

let notices: readonly Toast[] = []
let lastId = 0
const listeners = new Set<Listener>()

function change(next: readonly Toast[]) {
  notices = next
  for (const listener of listeners) listener(notices)
}

/** The notices on screen, oldest first. */
export const currentToasts = () => notices

/** Takes a notice off the screen; unknown ids are no error. */
export function dismissToast(id: number): void {
  change(notices.filter((notice) => notice.id !== id))
}

/** Calls `listener` after each change; returns the function that ends it. */
export function subscribeToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A notice that somebody is about to answer waits for them. */
function expire(id: number, ms: number): void {
  setTimeout(() => {
    const isHeld = document.querySelector(`[data-notice="${id}"]:is(:hover, :focus-within)`)
    if (isHeld) expire(id, ms)
    else dismissToast(id)
  }, ms)
}

/** Shows a Portuguese sentence for some seconds, longer with something to do. The same sentence is never there twice. */
export function showToast(text: string, tone: Tone = 'info', action?: NoticeAction): void {
  lastId += 1
  const notice = { id: lastId, tone, text, action }
  change([...notices.filter((other) => other.text !== text), notice])
  if (!action?.stays) expire(notice.id, action ? ACTION_MS : DISPLAY_MS[tone])
}
