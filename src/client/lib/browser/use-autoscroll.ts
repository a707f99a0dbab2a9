import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Distance in pixels within which the reader counts as at the end. */
const END_PX = 48

type StickyEnd = {
  ref: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** Scrolls to the end with the next content. */
  toEnd: () => void
}

/** Keeps a growing box scrolled to its end, unless the reader has scrolled up. */
export function useAutoscroll(content: readonly unknown[]): StickyEnd {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const hasContent = content.length > 0
  const settle = useCallback(() => {
    const box = ref.current
    if (box && hasContent && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [hasContent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: any new content counts.
  useLayoutEffect(settle, [content, settle])
  // Lazy Markdown and images grow the box without a render of this component.
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new MutationObserver(settle)
    observer.observe(box, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [settle])
  return {
    ref,
    onScroll: () => {
      const box = ref.current
      if (box) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
    },
    toEnd: () => {
      isAtEnd.current = true
    },
  }
}
