import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ScrollAnchor } from './scroll-anchor.ts'

/** How near its end, in pixels, a reader counts as reading the end. */
const NEAR_PX = 80

export type StickToBottom = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
  /** Leaves the end, for content that the reader asks for above it. */
  leaveEnd: () => void
  /** Keeps what is read in place over the next change of the content, and while that takes its size. */
  keepPlace: () => void
  /** Brings a piece of the content to the middle, and holds it there until the reader moves. */
  toElement: (element: Element) => void
}

/**
 * Keeps a scrolling box at its end while it grows, for as long as the reader stays there. Moving up, however
 * little, lets go; coming back near the end takes hold again.
 */
export function useStickToBottom({ startsAtEnd }: { startsAtEnd: boolean }): StickToBottom {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isPinned = useRef(startsAtEnd)
  const [anchor] = useState(() => new ScrollAnchor())
  const [isAtEnd, setIsAtEnd] = useState(true)

  const pin = useCallback(
    (value: boolean) => {
      isPinned.current = value
      if (value) anchor.release()
      setIsAtEnd(value)
    },
    [anchor],
  )

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    let lastTop = box.scrollTop
    const settle = () => {
      if (isPinned.current) box.scrollTop = box.scrollHeight
      else anchor.settle(box)
      lastTop = box.scrollTop
    }
    const handleScroll = () => {
      anchor.follow(box)
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
    const leave = anchor.watch(box)
    return () => {
      leave()
      observer.disconnect()
      box.removeEventListener('scroll', handleScroll)
    }
  }, [pin, anchor])

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
        if (box && !isPinned.current) anchor.keepPlace(box)
      },
      toElement: (element: Element) => {
        pin(false)
        if (scroller.current) anchor.holdInMiddle(scroller.current, element)
      },
    }),
    [pin, anchor],
  )
  return useMemo(() => ({ ...moves, isAtEnd }), [moves, isAtEnd])
}
