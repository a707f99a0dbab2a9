import { useLayoutEffect, useRef, useState } from 'react'

/** Writes a text where the caret of a field is, and leaves the caret behind it; `onText` keeps the whole. */
export function useInsertAtCaret(onText: (text: string) => void) {
  const caret = useRef<{ field: HTMLTextAreaElement; at: number } | null>(null)
  const [count, setCount] = useState(0)
  // Once the field has its new text: setting that moves the caret to its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each insertion counts.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { field, at } = caret.current
    caret.current = null
    field.focus()
    field.setSelectionRange(at, at)
  }, [count])
  return (field: HTMLTextAreaElement, text: string) => {
    const { selectionStart, selectionEnd, value } = field
    caret.current = { field, at: selectionStart + text.length }
    onText(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
    setCount((it) => it + 1)
  }
}
