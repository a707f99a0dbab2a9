import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

// WCAG 2.2 up to AA, and axe's best practices: headings, landmarks, names.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Media is only preloaded for rules about orientation, at a high cost. What passes is not needed either.
const options = { preload: false, iframes: false, resultTypes: ['violations'] } satisfies RunOptions
const ALL: RunOptions = {
  ...options,
  runOnly: { type: 'tag', values: TAGS },
  // Required by WCAG 2.2, but off by default.
  rules: { 'target-size': { enabled: true } },
}
const COLOURS: RunOptions = {
  ...options,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Kinds of elements that passed in this run, as `place: kind`, in every worker. */
const passed = new Set<string>()
let nRead = 0

/** Shared between workers; Playwright empties the folder before a run. */
const passedFile = () => join(test.info().project.outputDir, 'accessible-kinds.txt')

function readPassed(): void {
  if (!existsSync(passedFile())) return
  const bytes = readFileSync(passedFile()).subarray(nRead)
  // A line that is still being written is read the next time.
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  nRead += whole.length
  for (const line of whole.toString().split('\n')) passed.add(line)
}

function keepPassed(keys: readonly string[]): void {
  const fresh = keys.filter((key) => !passed.has(key))
  if (fresh.length === 0) return
  mkdirSync(test.info().project.outputDir, { recursive: true })
  appendFileSync(passedFile(), `${fresh.join('\n')}\n`)
  for (const key of fresh) passed.add(key)
}

/** Delays before another look at a screen with violations: an element may have been on its way. */
const AGAIN_MS = [500, 2_000, 10_000]

/** Expects a screen without lasting violations of any impact. Takes as long as a look takes. */
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
 * Runs axe on kinds of elements that have not passed yet in this run at this width; for colours, in this scheme too.
 * Most journeys end on a screen that another one has passed.
 */
async function look(page: Page): Promise<void> {
  await page.evaluate(settle)
  const { width, scheme, kinds } = await page.evaluate(kindsOnScreen)
  readPassed()
  const keyIn = (place: string) => (kind: string) => `${place}: ${kind.replaceAll('\n', ' ')}`
  const inAnyScheme = keyIn(width)
  const inThisScheme = keyIn(`${width}, ${scheme}`)
  const newAtWidth = kinds.filter((kind) => !passed.has(inAnyScheme(kind)))
  const newInScheme = kinds.filter((kind) => !passed.has(inThisScheme(kind)))
  if (newInScheme.length === 0) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const said = [
    ...(newAtWidth.length > 0
      ? await page.evaluate(findViolations, { kinds: newAtWidth, options: ALL })
      : []),
    ...(await page.evaluate(findViolations, {
      kinds: newInScheme.filter((kind) => !newAtWidth.includes(kind)),
      options: COLOURS,
    })),
  ]
  expect(said, `${page.url()}, ${width}, ${scheme}`).toEqual([])
  keepPassed([...kinds.map(inAnyScheme), ...kinds.map(inThisScheme)])
}

/** As {@link expectAccessible}, of every page that a journey leaves open. */
export async function expectAllAccessible(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const isDocument = await page.evaluate(
      () => document.contentType === 'text/html' && location.protocol.startsWith('http'),
    )
    if (isDocument) await expectAccessible(page)
  }
}

// The functions below run in the page and cannot use this module.

/** Lets animations end: axe would report a transition's intermediate colours. */
async function settle(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
  // An animation driven by scrolling never ends.
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([patience, Promise.allSettled(moving.map(({ finished }) => finished))])
}

/** Runs axe on the elements of these kinds and their parents; on the whole page for rules that are not about elements. */
async function findViolations({
  kinds,
  options,
}: {
  kinds: string[]
  options: RunOptions
}): Promise<string[]> {
  const elements: Map<string, Element[]> = Reflect.get(window, 'elementsByKind')
  const isOfPage = kinds.some((kind) => !elements.has(kind))
  const parents = kinds
    .flatMap((kind) => elements.get(kind) ?? [])
    .flatMap(({ parentElement }) => (parentElement?.isConnected ? [parentElement] : []))
  const include = parents.filter((element) => !parents.some((it) => it !== element && it.contains(element)))
  if (!isOfPage && include.length === 0) return []
  const isWhole = isOfPage || include.includes(document.body)
  const runner: typeof axe = Reflect.get(window, 'axe')
  const results = [await runner.run(isWhole ? document : { include }, options)]
  // axe judges content outside landmarks only on a whole page.
  const ofPage: RunOptions = { ...options, runOnly: { type: 'rule', values: ['region'] }, rules: {} }
  if (!isWhole) results.push(await runner.run(document, ofPage))
  return results
    .flatMap(({ violations }) => violations)
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, target, failureSummary }) => `${id}: ${target.join(' ')} ${html}\n${failureSummary}`,
      ),
    )
}

/**
 * Kinds of the elements that are drawn, each with its parent's kind, and the outline of the page. Leaves the elements of
 * each kind in the window for {@link findViolations}.
 */
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
  const elements = Map.groupBy(
    drawn,
    (element) => `${element.parentElement ? kindOf(element.parentElement) : ''} > ${kindOf(element)}`,
  )
  Reflect.set(window, 'elementsByKind', elements)
  // Rules about the whole page ask for the order of headings and for landmarks of one name.
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
      ...elements.keys(),
      `lang ${document.documentElement.lang}`,
      `title ${document.title !== ''}`,
      `mains ${landmarks.filter((name) => name.startsWith('main ')).length}`,
      `first headings ${headings.filter((heading) => levelOf(heading) === '1').length}`,
      ...steps,
      ...twins,
    ],
  }
}
