import { useEffect, useState } from 'react'

/** Marks what covers the page while files are over it, so that leaving it is leaving the page. */
export const DROP_OVERLAY = { 'data-drop-surface': true }

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, which the browser would otherwise open in its place. Returns
 * whether some are over it now.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // A picture of this very page that is being dragged comes as a file, too.
    let isOwn = false
    const handleOver = (event: DragEvent) => {
      if (isOwn || !hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const handleLeave = ({ target, relatedTarget }: DragEvent) => {
      if (relatedTarget === null && target instanceof HTMLElement && target.dataset.dropSurface)
        setOver(false)
    }
    const handleDrop = (event: DragEvent) => {
      setOver(false)
      if (isOwn || !hasFiles(event)) return
      event.preventDefault()
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const setOwn = ({ type }: DragEvent) => {
      isOwn = type === 'dragstart'
    }
    addEventListener('dragstart', setOwn, { signal })
    addEventListener('dragend', setOwn, { signal })
    addEventListener('dragenter', handleOver, { signal })
    addEventListener('dragover', handleOver, { signal })
    addEventListener('dragleave', handleLeave, { signal })
    addEventListener('drop', handleDrop, { signal })
    // There is none while anything is dragged: whatever took the files away said nothing.
    addEventListener('pointermove', () => setOver(false), { signal })
    return () => leaving.abort()
  }, [onFiles])
  return isOver
}
