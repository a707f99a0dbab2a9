import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where one thing is shown at a time: what takes the form's place is seen from its beginning, at the returned element, and
 * the form comes back where it was left.
 */
export function useFormScroll(isForm: boolean): RefObject<HTMLDivElement | null> {
  const editor = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  const wasForm = useRef(isForm)
  useLayoutEffect(() => {
    if (wasForm.current === isForm) return
    wasForm.current = isForm
    const bar = editor.current?.previousElementSibling
    // Beside each other, both stay where they are, and nothing is switched by a bar.
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
