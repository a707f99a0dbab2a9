import { useEffect } from 'react'

/** A keyboard is higher than any bar that a browser shows and hides. */
const KEYBOARD_MIN = 100

/**
 * Tells the styles how much of the page a keyboard leaves: `--visible-height` and `data-keyboard` on the root, both
 * absent while nothing covers it. Only iOS lays its keyboard over the page; elsewhere the page itself gets smaller.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const show = () => {
      // Zoomed by hand, the visible part says nothing of a keyboard.
      const isCovered = viewport.scale === 1 && root.clientHeight - viewport.height > KEYBOARD_MIN
      if (!isCovered) return clear()
      root.dataset.keyboard = 'true'
      root.style.setProperty('--visible-height', `${Math.floor(viewport.height)}px`)
      // What fits above the keyboard need not be pushed out of sight, as the browser did before it fitted.
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
