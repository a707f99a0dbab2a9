import { type RefObject, useEffect, useState } from 'react'

/** How far beyond the scrolling box something counts as near: a screen up and a screen down. */
const MARGIN = '100% 0px'

type Watch = { observer: IntersectionObserver; listeners: Map<Element, (isNear: boolean) => void> }
const watches = new WeakMap<Element, Watch>()

/** One observer for all that scrolls in the same box. */
function watchIn(box: Element): Watch {
  const known = watches.get(box)
  if (known) return known
  const listeners: Watch['listeners'] = new Map()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { root: box, rootMargin: MARGIN },
  )
  const watch = { observer, listeners }
  watches.set(box, watch)
  return watch
}

/**
 * Whether an element is on the screen or about to be; one that holds the focus stays so. Asks its scrolling box, which
 * must not change. What is not watched is not near, unless it was and holds the focus.
 */
export function useIsInViewport(
  element: RefObject<Element | null>,
  box: RefObject<Element | null>,
  isWatched = true,
): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target || !box.current) return
    if (!isWatched) {
      setNear((wasNear) => wasNear && target.contains(document.activeElement))
      return
    }
    const { observer, listeners } = watchIn(box.current)
    listeners.set(target, (isNow) => setNear(isNow || target.contains(document.activeElement)))
    observer.observe(target)
    return () => {
      observer.unobserve(target)
      listeners.delete(target)
    }
  }, [element, box, isWatched])
  return isNear
}
