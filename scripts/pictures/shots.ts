import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { takeSession } from '../browser.ts'
import type { Scheme } from './capture-list.ts'
import type { World } from './datasets.ts'
import { findOverflow } from './overflow.ts'
import type { Screen } from './screens.ts'
import { behave, type State, settle } from './states.ts'

/** The widths of the pictures, each with the height of such a screen. */
export const HEIGHTS = { 360: 740, 390: 844, 768: 1024, 1280: 800, 1920: 1080 } as const
export type Width = keyof typeof HEIGHTS
export const WIDTHS: readonly Width[] = [360, 390, 768, 1280, 1920]

/** Maximum height of a picture of a long page. */
const MAX_HEIGHT = 1_800
const SCREEN_MS = 30_000
const PICTURES_MS = 3_000

export type Shot = {
  screen: string
  state: State
  width: Width
  scheme: Scheme
  file: string
  problem?: string
}
export type Wanted = { widths: readonly Width[]; schemes: readonly Scheme[]; folder: string }

// Another size or scheme may load other images; one that never loads is not waited for.
const WAIT_UNTIL_DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
  const coming = [...document.images].filter((it) => !it.complete && it.getBoundingClientRect().top < innerHeight)
  const come = Promise.all(coming.map((it) => new Promise((resolve) => { it.onload = it.onerror = resolve })))
  return Promise.race([come, new Promise((resolve) => setTimeout(resolve, ${PICTURES_MS}))]).then(() => undefined)
})`

type Subject = { browser: Browser; world: World; screen: Screen; state: State }

/** Takes one screen in one state at all widths; the page is loaded once, then resized and recoloured. */
export async function takeScreen(
  { browser, world, screen, state }: Subject,
  wanted: Wanted,
): Promise<Shot[]> {
  const path = await screen.path(world)
  if (!path) return []
  const [width = 1280] = wanted.widths
  const context = await browser.newContext({
    baseURL: world.house.server.url,
    viewport: { width, height: HEIGHTS[width] },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  const thrown: string[] = []
  context.on('weberror', (error) => thrown.push(String(error.error())))
  try {
    if (screen.who !== 'nobody') {
      await takeSession(context, world[screen.who].cookie, world.house.server.url)
    }
    const page = await open(context, screen, path, state)
    const shots: Shot[] = []
    for (const width of wanted.widths) {
      for (const scheme of wanted.schemes) {
        const shot = { screen: screen.name, state, width, scheme }
        shots.push({ ...shot, ...(await take(page, screen, shot, wanted.folder)) })
      }
    }
    const [first] = shots
    if (first && thrown.length > 0) first.problem = [first.problem, ...thrown].filter(Boolean).join(', ')
    return shots
  } finally {
    await context.close()
  }
}

async function open(context: BrowserContext, screen: Screen, path: string, state: State): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(SCREEN_MS)
  await behave(page, state)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await settle(page, state)
  // Without its data, an overlay can't be opened.
  if (state !== 'slow' && state !== 'error') await screen.act?.(page)
  return page
}

type Look = Pick<Shot, 'screen' | 'state' | 'width' | 'scheme'>

async function take(
  page: Page,
  screen: Screen,
  look: Look,
  folder: string,
): Promise<Pick<Shot, 'file' | 'problem'>> {
  const { width, scheme } = look
  await page.setViewportSize({ width, height: HEIGHTS[width] })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate(WAIT_UNTIL_DRAWN)
  const problem = await findOverflow(page)
  const file = join('shots', look.screen, `${look.state}-${width}-${scheme}.jpg`)
  mkdirSync(join(folder, 'shots', look.screen), { recursive: true })
  if (!screen.isWindow) {
    // The window grows with the page, so that sticky elements are drawn at its edges.
    const tall = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Math.max(HEIGHTS[width], Math.min(tall, MAX_HEIGHT)) })
  }
  await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 70 })
  return { file, ...(problem && { problem }) }
}
