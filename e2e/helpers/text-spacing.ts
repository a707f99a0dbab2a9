import { expect, type Page } from '@playwright/test'
import { fits } from './viewports.ts'

/** The text spacing without loss of content that WCAG 1.4.12 requires. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`

/** Asserts that increased text spacing cuts nothing off. Restores the page afterwards. */
export async function bearsSpacing(page: Page): Promise<void> {
  // A style element would violate the content security policy.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, SPACED)
  await fits(page)
  expect(await page.evaluate(cutTexts), page.url()).toEqual([])
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** Texts cut off by a box that neither scrolls nor has an ellipsis. Runs in the page. */
function cutTexts(): string[] {
  const SLACK_PX = 2
  const AXES = [
    { overflow: 'overflowX', from: 'left', to: 'right' },
    { overflow: 'overflowY', from: 'top', to: 'bottom' },
  ] as const
  type Axis = (typeof AXES)[number]
  const showsRest = ({ overflow }: Axis, style: CSSStyleDeclaration) =>
    /auto|scroll/.test(style[overflow]) ||
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none'
  const isOver = ({ from, to }: Axis, line: DOMRect, edges: DOMRect) =>
    line[from] < edges[from] - SLACK_PX || line[to] > edges[to] + SLACK_PX
  const isCut = (axis: Axis, lines: DOMRect[], element: Element) => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edges = box.getBoundingClientRect()
      // One-pixel elements are for screen readers only.
      if (edges.width <= 1 || showsRest(axis, style)) return false
      const hides = /hidden|clip/.test(style[axis.overflow])
      if (hides && lines.some((line) => isOver(axis, line, edges))) return true
      if (/fixed|absolute/.test(style.position)) return false
    }
    return false
  }
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node
    if (!textContent?.trim() || !element || element.closest('script, .visually-hidden')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const text = document.createRange()
    text.selectNodeContents(node)
    const lines = [...text.getClientRects()]
    if (AXES.some((axis) => isCut(axis, lines, element)))
      cut.push(`${element.className}: ${textContent.trim()}`)
  }
  return cut
}
