import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './drop-overlay.module.css'

/** Covers the page while files are dragged over it; leaving it is leaving the page. `children` says what is accepted. */
export function DropOverlay({ children }: { children: ReactNode }) {
  return createPortal(
    <div className={classes.surface} data-drop-surface>
      <div className={classes.stage}>
        <IconPaperclip size={40} stroke={1.5} aria-hidden />
        <p className={classes.title}>Solte aqui</p>
        <p>{children}</p>
      </div>
    </div>,
    document.body,
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files dropped anywhere on the page, which the browser would otherwise open. Returns whether a drag is over the
 * page.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // An image dragged from this page arrives as a file too.
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
    // Pointer events do not fire during a drag: the drag ended without an event.
    addEventListener('pointermove', () => setOver(false), { signal })
    return () => leaving.abort()
  }, [onFiles])
  return isOver
}
