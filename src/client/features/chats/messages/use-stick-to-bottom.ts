import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ScrollAnchor } from './scroll-anchor.ts'

/** Distance from the end, in pixels, that counts as being at the end. */
const NEAR_PX = 80

export type StickToBottom = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
  /** Stops following the end, for example before a jump to older content. */
  leaveEnd: () => void
  /** Keeps the visible messages in position over the next change of the content. */
  keepPlace: () => void
  /** Scrolls an element to the middle and holds it there until the reader scrolls. */
  toElement: (element: Element) => void
}

/**
 * Keeps a scrolling box at its end while its content grows. Any scroll up stops that; scrolling back to within 80 px of
 * the end starts it again.
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
    const root = document.documentElement
    let lastTop = box.scrollTop
    const settle = () => {
      if (isPinned.current) box.scrollTop = box.scrollHeight
      else anchor.settle(box)
      lastTop = box.scrollTop
      // No scroll up would bring the bars back, as when messages were deleted.
      if (lastTop === 0) root.removeAttribute('data-reading')
    }
    const handleScroll = () => {
      anchor.follow(box)
      const gap = box.scrollHeight - box.clientHeight - box.scrollTop
      const isUp = box.scrollTop < lastTop
      // The bars of a phone leave and come back.
      if (isUp || (!isPinned.current && box.scrollTop > lastTop)) root.toggleAttribute('data-reading', !isUp)
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
      root.removeAttribute('data-reading')
      observer.disconnect()
      box.removeEventListener('scroll', handleScroll)
    }
  }, [pin, anchor])

  // Stable while `isAtEnd` changes, so that scrolling renders no message.
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
