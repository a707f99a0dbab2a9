import { useEffect } from 'react'

/** Pixels; an on-screen keyboard is higher than any browser bar. */
const KEYBOARD_MIN = 100

/**
 * Sets `--visible-height` and `data-keyboard` on the root element while an on-screen keyboard covers the page. Only iOS
 * does that; other systems resize the page.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const show = () => {
      // With pinch zoom the viewport's height says nothing about a keyboard.
      const isCovered = viewport.scale === 1 && root.clientHeight - viewport.height > KEYBOARD_MIN
      if (!isCovered) return clear()
      root.dataset.keyboard = 'true'
      root.style.setProperty('--visible-height', `${Math.floor(viewport.height)}px`)
      // Undoes the browser's scroll: the page fits above the keyboard now.
      if (viewport.offsetTop > 0 || window.scrollY > 0) window.scrollTo(0, 0)
    }
    const clear = () => {
      delete root.dataset.keyboard
      root.style.removeProperty('--visible-height')
    }
    show()
    viewport.addEventListener('resize', show)
    viewport.addEventListener('scroll', show)
    return () => {
      viewport.removeEventListener('resize', show)
      viewport.removeEventListener('scroll', show)
      clear()
    }
  }, [])
}
