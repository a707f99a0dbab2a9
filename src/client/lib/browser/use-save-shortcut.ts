import { useEffect, useRef } from 'react'

/** Calls `onSave` on Ctrl+S or ⌘+S, except in a modal dialog. */
export function useSaveShortcut(onSave: () => void) {
  const latest = useRef(onSave)
  useEffect(() => {
    latest.current = onSave
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
      if (!isSave) return
      event.preventDefault()
      if (!window.document.querySelector('dialog:modal')) latest.current()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
