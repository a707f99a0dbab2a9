import { useLayoutEffect, useRef, useState } from 'react'

/** Returns a function that inserts a text at a field's caret; `onText` gets the field's whole new text. */
export function useInsertAtCaret(onText: (text: string) => void) {
  const caret = useRef<{ field: HTMLTextAreaElement; at: number } | null>(null)
  const [count, setCount] = useState(0)
  // After the field has its new text: setting it moves the caret to the end.
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
