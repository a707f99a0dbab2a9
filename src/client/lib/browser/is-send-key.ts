import type { KeyboardEvent } from 'react'
import { isTouch } from './is-touch.ts'

/** Enter sends on devices without touch, Ctrl+Enter and ⌘+Enter everywhere; never during IME composition. */
export function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false
  return ctrlKey || metaKey || (!shiftKey && !isTouch())
}
