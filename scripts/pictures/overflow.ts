import type { Page } from '@playwright/test'

// Scrollable elements, and elements completely off-screen on purpose, are no overflow.
const FIND = `(() => {
  const wide = document.documentElement.scrollWidth - innerWidth
  const isScrolled = (element) => {
    for (let it = element; it && it !== document.documentElement; it = it.parentElement) {
      const { overflowX, position, clipPath } = getComputedStyle(it)
      if (overflowX !== 'visible' && it.getBoundingClientRect().right <= innerWidth + 1) return true
      if (clipPath !== 'none' && position === 'absolute') return true
    }
    return false
  }
  const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || right <= innerWidth + 1 || left >= innerWidth) return false
    if (element.closest('[aria-hidden=true], [inert]')) return false
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isScrolled(element)
  })
  const says = (element) =>
    element.tagName.toLowerCase() + '.' + [...element.classList].join('.') + ' «' + element.textContent.trim().slice(0, 40) + '»'
  return { wide, beyond: beyond.slice(-1).map(says) }
})()`

/** Describes the elements beyond the right edge of the screen; undefined if there are none. */
export async function findOverflow(page: Page): Promise<string | undefined> {
  const { wide, beyond } = await page.evaluate<{ wide: number; beyond: string[] }>(FIND)
  if (wide <= 0 && beyond.length === 0) return undefined
  return [wide > 0 && `${wide} px too wide`, ...beyond].filter(Boolean).join(', ')
}
