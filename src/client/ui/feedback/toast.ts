import { create } from 'zustand'

type Tone = 'success' | 'error' | 'info'

/** For example, undo. */
type ToastAction = {
  label: string
  onChoose: () => void
  /** A second one, beside it. */
  more?: { label: string; onChoose: () => void }
  /** No timeout. */
  stays?: boolean
  /** After a keyboard action that unmounted the focused element. */
  takesFocus?: boolean
  /** Gets the focus when the toast closes; else the page does. */
  returnTo?: () => HTMLElement | null
}

export type Toast = { id: number; tone: Tone; text: string; action?: ToastAction | undefined }

const DISPLAY_MS = 6_000
/** With an action, and of an error. */
const LONG_MS = 9_000

let lastId = 0

type State = {
  toasts: readonly Toast[]
  /** Their element in the page's layout; without one they float at the top. */
  place?: HTMLElement | null
}

/** The toasts on screen, oldest first. */
export const useToasts = create<State>(() => ({ toasts: [] }))

/** Ignores unknown ids. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** A toast with the pointer or the focus on it stays. */
function expire(id: number, ms: number): void {
  setTimeout(() => {
    if (!useToasts.getState().toasts.some((toast) => toast.id === id)) return
    const isHeld = document.querySelector(`[data-notice="${id}"]:is(:hover, :focus-within)`)
    if (isHeld) expire(id, ms)
    else dismissToast(id)
  }, ms)
}

/** Shows a Portuguese sentence for some seconds, longer with an action. The same sentence is not shown twice. */
export function showToast(text: string, tone: Tone = 'info', action?: ToastAction): void {
  lastId += 1
  const toast = { id: lastId, tone, text, action }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter((other) => other.text !== text), toast] }))
  if (!action?.stays) expire(lastId, action || tone === 'error' ? LONG_MS : DISPLAY_MS)
}
