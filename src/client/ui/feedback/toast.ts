import { create } from 'zustand'

type Tone = 'success' | 'error' | 'info'

/** For example, undo. */
type ToastAction = {
  label: string
  onChoose: () => void
  /** No timeout. */
  stays?: boolean
  /** After a keyboard action that unmounted the focused element. */
  takesFocus?: boolean
  /** Gets the focus when the toast closes; else the page does. */
  returnTo?: () => HTMLElement | null
}

export type Toast = { id: number; tone: Tone; text: string; action?: ToastAction | undefined }

const DISPLAY_MS = { success: 5_000, info: 6_000, error: 9_000 }
const ACTION_MS = 8_000

let lastId = 0

/** The toasts on screen, oldest first. */
export const useToasts = create(() => ({ toasts: [] as readonly Toast[] }))

/** Ignores unknown ids. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** A toast with the pointer or the focus on it stays. */
function expire(id: number, ms: number): void {
  setTimeout(() => {
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
  if (!action?.stays) expire(toast.id, action ? ACTION_MS : DISPLAY_MS[tone])
}
