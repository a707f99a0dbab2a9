import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Nearer to the end than this, a reader is at the end. */
const END_PX = 48

type StickyEnd = {
  ref: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** Goes there, and stays. */
  toEnd: () => void
}

/** Keeps the end of what scrolls in sight as it grows, for whoever is there; whoever reads above is left alone. */
export function useAutoscroll(content: readonly unknown[]): StickyEnd {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const hasContent = content.length > 0
  const settle = useCallback(() => {
    const box = ref.current
    if (box && hasContent && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [hasContent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed, whatever it is.
  useLayoutEffect(settle, [content, settle])
  // What comes late, as the Markdown and its pictures, makes it grow without a word from React.
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
