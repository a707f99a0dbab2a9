import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The focused element as a keyboard user finds it. */
type Stop = {
  name: string
  /** The browser's own chrome, or no element. */
  isNowhere: boolean
  isOnScreen: boolean
  /** No other element covers it completely. */
  isUncovered: boolean
  /** It, or its container, has a focus ring. */
  isMarked: boolean
  /** It follows the previous stop in the document; true for the first, and after wrapping around. */
  isNext: boolean
}

/** Runs in the page. */
function lookAtStop(isBackwards: boolean): Stop {
  const element = document.activeElement
  const isNowhere = !element || element === document.body
  const before: unknown = Reflect.get(window, 'lastStop')
  Reflect.set(window, 'lastStop', isNowhere ? null : element)
  const name = isNowhere
    ? 'nothing'
    : `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`
  if (isNowhere)
    return { name, isNowhere, isOnScreen: false, isUncovered: false, isMarked: false, isNext: true }
  // A hidden field is drawn by its label or its next sibling.
  const drawn = [element, ...(element.nextElementSibling ? [element.nextElementSibling] : [])]
  for (let up = element.parentElement; up && drawn.length < 6; up = up.parentElement) drawn.push(up)
  const accent = document.createElement('i')
  accent.style.color = 'var(--accent-text)'
  document.body.append(accent)
  const { color } = getComputedStyle(accent)
  accent.remove()
  const isRing = (one: Element) => {
    const hasOutline = [undefined, '::before', '::after'].some((part) => {
      const style = getComputedStyle(one, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    })
    return hasOutline || (one !== element && getComputedStyle(one).borderTopColor === color)
  }
  const boxOf = (one: Element) => one.getBoundingClientRect()
  const box = drawn.map(boxOf).find(({ width, height }) => width > 2 && height > 2) ?? boxOf(element)
  // A toast may cover a part of it for some seconds, but never all.
  const spots = drawn.slice(0, 3).flatMap((one) => {
    const { left, top, width, height } = boxOf(one)
    return [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
    )
  })
  const isSpot = ([x, y]: readonly [number, number]) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (element.contains(hit) || (hit.localName === 'label' && hit.contains(element)))
  }
  const order = before instanceof Element && before.isConnected ? before.compareDocumentPosition(element) : 0
  return {
    name,
    isNowhere,
    isOnScreen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    isUncovered: spots.some(isSpot),
    isMarked: drawn.some(isRing),
    isNext: order === 0 || (order & (isBackwards ? 2 : 4)) !== 0,
  }
}

/** Presses Tab, and asserts that the new focus is visible and follows document order. */
async function press(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop> {
  await page.keyboard.press(key)
  const stop = await page.evaluate(lookAtStop, key === 'Shift+Tab')
  if (stop.isNowhere) return stop
  const { name, isOnScreen, isUncovered, isMarked, isNext } = stop
  expect({ name, isOnScreen, isUncovered, isMarked, isNext }, `${key} on ${page.url()}`).toEqual({
    name,
    isOnScreen: true,
    isUncovered: true,
    isMarked: true,
    isNext: true,
  })
  return stop
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

type Way = { key?: 'Tab' | 'Shift+Tab'; most?: number }

/** Presses Tab until `target` has the focus, checking every stop. */
export async function tabTo(
  page: Page,
  target: Locator,
  { key = 'Tab', most = 80 }: Way = {},
): Promise<void> {
  await expect(target).toBeVisible()
  const names: string[] = []
  await page.evaluate(() => Reflect.set(window, 'lastStop', document.activeElement))
  while (names.length < most) {
    const { name } = await press(page, key)
    names.push(name)
    if (await hasFocus(target)) return
  }
  throw new Error(`${key} does not lead to it, but to:\n${names.join('\n')}`)
}

/** Moves to an element by Tab and presses Enter. */
export async function enter(page: Page, target: Locator, way?: Way): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press('Enter')
}

/** Presses ArrowDown in a menu until `target` has the focus. */
export async function arrowTo(page: Page, target: Locator, most = 20): Promise<void> {
  for (let steps = 0; steps <= most; steps += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`no arrow leads to ${target}`)
}

/** Moves to a field by Tab and types into it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
