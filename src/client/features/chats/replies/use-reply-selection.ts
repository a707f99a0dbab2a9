import { type RefObject, useEffect, useState } from 'react'
import { type ReplySelection, selectionIn } from './reply-selection.ts'

const GAP_PX = 8
/** Width of the floating button, which must stay on the screen. */
const WIDTH_PX = 220

/** A selection, and the position of its button in pixels from the top left of the box's parent. */
export type PositionedSelection = { messageId: string; selected: ReplySelection; top: number; left: number }

/** The selection within one reply of a scrolling box, once the pointer is released. */
export function useReplySelection(box: RefObject<HTMLElement | null>): PositionedSelection | null {
  const [found, setFound] = useState<PositionedSelection | null>(null)
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    let isSelecting = false
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      // A caret that moves with each key typed, or a reply that scrolls, must not cost a frame.
      if (getSelection()?.isCollapsed !== false) setFound(null)
      else frame = requestAnimationFrame(() => setFound(isSelecting ? null : findIn(scroller)))
    }
    const begin = () => {
      isSelecting = true
    }
    const end = () => {
      isSelecting = false
      look()
    }
    look()
    document.addEventListener('selectionchange', look)
    scroller.addEventListener('pointerdown', begin)
    scroller.addEventListener('scroll', look, { passive: true })
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('selectionchange', look)
      scroller.removeEventListener('pointerdown', begin)
      scroller.removeEventListener('scroll', look)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('resize', look)
    }
  }, [box])
  return found
}

function findIn(box: HTMLElement): PositionedSelection | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || !box.contains(selection.anchorNode)) return null
  const turn = selection.anchorNode?.parentElement?.closest<HTMLElement>('[data-message][data-sender="ai"]')
  const selected = turn && selectionIn(turn)
  const messageId = turn?.dataset.message
  const last = [...selection.getRangeAt(0).getClientRects()].findLast(({ width }) => width > 0)
  if (!selected || !messageId || !last) return null
  const frame = box.getBoundingClientRect()
  if (last.bottom < frame.top || last.bottom > frame.bottom) return null
  return {
    messageId,
    selected,
    top: Math.round(last.bottom - frame.top + GAP_PX),
    left: Math.round(Math.max(GAP_PX, Math.min(last.right - frame.left, frame.width - GAP_PX) - WIDTH_PX)),
  }
}
