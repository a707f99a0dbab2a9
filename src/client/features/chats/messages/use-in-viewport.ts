import { type RefObject, useEffect, useState } from 'react'

/** One viewport above and below the scrolling box. */
const MARGIN = '100% 0px'

type Watch = { observer: IntersectionObserver; listeners: Map<Element, (isNear: boolean) => void> }
const watches = new WeakMap<Element, Watch>()

/** One observer per scrolling box. */
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
 * Whether an element is within one viewport of its scrolling box, which must not change. An element with the focus
 * stays near. Without `isWatched` the answer is false, unless it was near and has the focus.
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
