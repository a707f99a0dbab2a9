import type { KeyboardEvent } from 'react'
import { isTouch } from './is-touch.ts'

/**
 * Enter sends where there is a real keyboard, and with Ctrl or ⌘ everywhere; while an input method composes, Enter
 * belongs to it.
 */
export function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false
  return ctrlKey || metaKey || (!shiftKey && !isTouch())
}
