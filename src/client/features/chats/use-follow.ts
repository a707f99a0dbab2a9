import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** How near its end, in pixels, a reader counts as reading the end. */
const NEAR_PX = 80

export type Follow = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
  /** Leaves the end, for content that the reader asks for above it. */
  leaveEnd: () => void
  /** Keeps what is read in place over the next change of the content's height. */
  keepPlace: () => void
  /** Brings a piece of the content to the middle, and holds it there while what is around it takes its size. */
  toElement: (element: Element) => void
}

/**
 * Keeps a scrolling box at its end while it grows, for as long as the reader stays there. Moving up, however
 * little, lets go; coming back near the end takes hold again.
 */
export function useFollow({ startsAtEnd }: { startsAtEnd: boolean }): Follow {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isPinned = useRef(startsAtEnd)
  const heldFromEnd = useRef<number | null>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const pin = useCallback((value: boolean) => {
    isPinned.current = value
    setIsAtEnd(value)
  }, [])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    let lastTop = box.scrollTop
    const settle = () => {
      if (isPinned.current) box.scrollTop = box.scrollHeight
      else if (heldFromEnd.current !== null) box.scrollTop = box.scrollHeight - heldFromEnd.current
      heldFromEnd.current = null
      lastTop = box.scrollTop
    }
    const handleScroll = () => {
      const gap = box.scrollHeight - box.clientHeight - box.scrollTop
      const isUp = box.scrollTop < lastTop
      lastTop = box.scrollTop
      if (gap <= 2 || (!isUp && gap <= NEAR_PX)) pin(true)
      else if (isUp) pin(false)
    }
    settle()
    const observer = new ResizeObserver(settle)
    observer.observe(box)
    observer.observe(content.current)
    box.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', handleScroll)
    }
  }, [pin])

  // These stay the same while `isAtEnd` changes, so that no message renders because somebody scrolls.
  const moves = useMemo(
    () => ({
      scroller,
      content,
      toEnd: () => {
        pin(true)
        scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
      },
      leaveEnd: () => pin(false),
      keepPlace: () => {
        const box = scroller.current
        if (box && !isPinned.current) heldFromEnd.current ??= box.scrollHeight - box.scrollTop
      },
      toElement: (element: Element) => {
        pin(false)
        if (scroller.current) holdInMiddle(scroller.current, element)
      },
    }),
    [pin],
  )
  return useMemo(() => ({ ...moves, isAtEnd }), [moves, isAtEnd])
}

/** How long what surrounds a place may take to settle, in milliseconds. */
const SETTLE_MS = 700
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Ends at once when the reader moves. */
function holdInMiddle(box: HTMLElement, element: Element): void {
  const end = performance.now() + SETTLE_MS
  let isOver = false
  const leave = () => {
    isOver = true
    for (const move of OWN_MOVES) box.removeEventListener(move, leave)
  }
  for (const move of OWN_MOVES) box.addEventListener(move, leave, { passive: true })
  const hold = () => {
    if (isOver || !element.isConnected) return leave()
    const { top, height } = element.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    // What is higher than the box is shown from its beginning.
    const wanted = frame.top + Math.max(24, (frame.height - height) / 2)
    if (Math.abs(top - wanted) > 1) box.scrollTop += top - wanted
    if (performance.now() < end) requestAnimationFrame(hold)
    else leave()
  }
  hold()
}
