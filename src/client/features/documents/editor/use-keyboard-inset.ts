import { type RefObject, useEffect } from 'react'

/**
 * Sets `--keyboard` of an element to the pixels of the page that an on-screen keyboard covers. Only iOS covers it; other
 * systems resize the page, and the value stays 0.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const show = () => {
      // With pinch zoom the viewport's height says nothing about a keyboard.
      const covered = viewport.scale === 1 ? innerHeight - viewport.height - viewport.offsetTop : 0
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    show()
    viewport.addEventListener('resize', show)
    viewport.addEventListener('scroll', show)
    return () => {
      viewport.removeEventListener('resize', show)
      viewport.removeEventListener('scroll', show)
    }
  }, [element])
}
