import { useEffect, useRef } from 'react'

/** Calls `onSave` for the keys that save everywhere, wherever the focus is on this page. */
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
      // A dialog asks something else.
      if (!window.document.querySelector('dialog:modal')) latest.current()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
