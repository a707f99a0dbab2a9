import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

// WCAG 2.2 up to AA, which the law requires, and axe's best practices: headings, landmarks, names.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Needed for orientation rules only, and the slowest part of a check.
const preload = false
const ALL = {
  preload,
  runOnly: { type: 'tag' as const, values: TAGS },
  // Required by WCAG 2.2, but in none of axe's default sets.
  rules: { 'target-size': { enabled: true } },
}
const COLOURS = {
  preload,
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Kinds of elements that passed in this process: by width for rules without colours, and by width and scheme.
 */
const passed = new Map<string, Set<string>>()

const passedIn = (place: string): Set<string> => {
  const kinds = passed.get(place) ?? new Set()
  passed.set(place, kinds)
  return kinds
}

/** Delays before a violation is checked again: it may be transient. */
const AGAIN_MS = [500, 2_000, 10_000]

/** Asserts that axe finds no lasting violation of any impact on the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const wait of AGAIN_MS) {
    const isFine = await look(page).then(
      () => true,
      () => false,
    )
    if (isFine) return
    await sleep(wait)
  }
  await look(page)
}

/**
 * Skips a screen on which all kinds of elements have passed in the same structure and scheme, because most
 * journeys end on screens of others. In another scheme only colours are checked.
 */
async function look(page: Page): Promise<void> {
  await page.evaluate(settle)
  const { width, scheme, kinds } = await page.evaluate(kindsOnScreen)
  const [inAnyLight, inThisLight] = [passedIn(width), passedIn(`${width}, ${scheme}`)]
  if (kinds.every((kind) => inThisLight.has(kind))) return
  const options = kinds.every((kind) => inAnyLight.has(kind)) ? COLOURS : ALL
  // axe's other mode opens a new page for each check.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  const said = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => `${id}: ${target.join(' ')} ${html}\n${failureSummary}`),
  )
  expect(said, `${page.url()}, ${width}, ${scheme}`).toEqual([])
  for (const kind of kinds) {
    inAnyLight.add(kind)
    inThisLight.add(kind)
  }
}

/** The same for every page that a journey leaves open. */
export async function expectAllAccessible(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const isDocument = await page.evaluate(
      () => document.contentType === 'text/html' && location.protocol.startsWith('http'),
    )
    if (isDocument) await expectAccessible(page)
  }
}

// The two functions below run in the page, so they use nothing from this module.

/** Waits for animations to end: a half-transparent state would fail the contrast rule. */
async function settle(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
  // Scroll-driven animations never end.
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([patience, Promise.allSettled(moving.map(({ finished }) => finished))])
}

/** Every kind of visible element with its parent's kind, and the order of the headings. */
function kindsOnScreen(): { width: string; scheme: string; kinds: string[] } {
  const STATES =
    /^(aria-(?!label|describedby|controls|owns|activedescendant|valuenow|valuetext)|data-|role$|type$)/
  const FLAGS = ['disabled', 'checked', 'open', 'readonly', 'hidden', 'inert', 'title', 'alt', 'placeholder']
  const kindOf = (element: Element): string => {
    const marks = [...element.attributes]
      .filter(({ name }) => STATES.test(name))
      // A number or an id in a value is specific to this element.
      .map(({ name, value }) => (/[0-9:]|.{16}/.test(value) ? name : `${name}=${value}`))
    const flags = FLAGS.filter((name) => element.hasAttribute(name))
    const name = element.getAttribute('aria-label')?.trim() ? 'labelled' : ''
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    return [
      element.localName,
      element.getAttribute('class'),
      ...marks,
      ...flags,
      name,
      words ? 'words' : '',
    ].join(' ')
  }
  const drawn = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg > *'),
  )
  const kinds = new Set(
    drawn.map(
      (element) => `${element.parentElement ? kindOf(element.parentElement) : ''} > ${kindOf(element)}`,
    ),
  )
  // Order of headings and names of landmarks, for rules about the whole page.
  const headings = drawn.filter((element) => element.matches('h1, h2, h3, h4, h5, h6'))
  const levelOf = (heading: Element | undefined) => heading?.ariaLevel ?? heading?.localName.slice(1)
  const steps = headings.map((heading, index) => `${levelOf(headings[index - 1])} before ${levelOf(heading)}`)
  const landmarks = drawn
    .filter((element) => element.matches('main, nav, aside, header, footer, section[aria-label]'))
    .map((element) => `${element.localName} ${element.getAttribute('aria-label')}`)
  const twins = landmarks.filter((name, index) => landmarks.indexOf(name) !== index)
  const scheme =
    document.documentElement.dataset.mantineColorScheme ??
    String(matchMedia('(prefers-color-scheme: dark)').matches)
  const width = innerWidth < 768 ? 'narrow' : 'wide'
  return {
    width,
    scheme,
    kinds: [
      ...kinds,
      `lang ${document.documentElement.lang}`,
      `title ${document.title !== ''}`,
      ...steps,
      ...twins,
    ],
  }
}
