import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Restores the form's scroll position when the single pane switches back to it; other panes are shown from the start of
 * the returned element.
 */
export function useFormScroll(isForm: boolean): RefObject<HTMLDivElement | null> {
  const editor = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  const wasForm = useRef(isForm)
  useLayoutEffect(() => {
    if (wasForm.current === isForm) return
    wasForm.current = isForm
    const bar = editor.current?.previousElementSibling
    // In the two-column layout nothing is switched, so nothing scrolls.
    if (!bar || getComputedStyle(bar).display === 'none') return
    if (isForm) {
      window.scrollTo(0, place.current ?? 0)
      return
    }
    editor.current?.scrollIntoView()
  }, [isForm])
  useLayoutEffect(() => {
    if (!isForm) return
    const remember = () => {
      place.current = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [isForm])
  return editor
}
