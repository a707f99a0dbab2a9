import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { launchBrowser, takeSession } from './browser.ts'
import { buildWeb } from './build-web.ts'
import {
  CAPTURE_BYTES,
  CAPTURES,
  type Capture,
  captureFile,
  type Scheme,
  schemesOf,
} from './pictures/capture-list.ts'
import { type Cast, SUBJECTS } from './pictures/capture-screens.ts'
import { moveCreatorIn } from './pictures/creator.ts'
import { House } from './pictures/installation.ts'
import { fillMonth } from './pictures/month-of-usage.ts'
import { projectRoot } from './project.ts'

const ZONE = 'America/Sao_Paulo'
/** A fixed morning, so that greeting and times do not depend on when the pictures are taken. */
const MORNING = 'T10:12:00-03:00'
const IDLE_MS = 5_000
const QUALITIES = [88, 80, 72, 64]

const DISABLE_DIALOGS =
  'update users set onboarding_offered_at = now(), has_completed_onboarding = true, checklist_ended_at = now()'

type Named = (typeof CAPTURES)[number]
type Shot = { browser: Browser; house: House; cast: Cast; now: Date }

const wanted = process.argv.slice(2)
const chosen = CAPTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) throw new Error(`there is ${CAPTURES.map(({ name }) => name).join(', ')}`)
if (!(await buildWeb())) throw new Error('the web could not be built')

const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format()
const now = new Date(`${today}${MORNING}`)
const house = await House.open()
try {
  const admin = await house.move('Renata Alencar', 'renata@exemplo.com.br')
  const creator = await moveCreatorIn(house, admin, now)
  await fillMonth(house)
  await house.database.query('update usage_days set updated_at = $1', [now])
  await house.database.query('update activity_days set updated_at = $1', [now])
  // Disables the questionnaire and the tour.
  await house.database.query(DISABLE_DIALOGS)
  const browser = await launchBrowser()
  try {
    for (const capture of chosen) {
      for (const scheme of schemesOf(capture))
        await take({ browser, house, cast: { admin, creator }, now }, capture, scheme)
    }
  } finally {
    await browser.close()
  }
} finally {
  await house.close()
}

async function take({ browser, house, cast, now }: Shot, capture: Named, colorScheme: Scheme): Promise<void> {
  const { who, path, shows, act } = SUBJECTS[capture.name]
  const { width, height, scale } = capture
  const context = await browser.newContext({
    baseURL: house.server.url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    locale: 'pt-BR',
    timezoneId: ZONE,
    reducedMotion: 'reduce',
  })
  try {
    await takeSession(context, who(cast).cookie, house.server.url)
    const page = await context.newPage()
    await page.clock.setSystemTime(now)
    await page.goto(path(cast))
    await page.locator(shows).first().waitFor()
    // An answer that the page no longer wants keeps the network busy.
    await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined)
    await act?.(page)
    await page.evaluate('document.fonts.ready')
    await save(capture, colorScheme, await page.screenshot())
  } finally {
    await context.close()
  }
}

/** The best quality within the weight limit. */
async function save(capture: Capture, scheme: Scheme, png: Buffer): Promise<void> {
  const name = captureFile(capture, scheme)
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > CAPTURE_BYTES) continue
    mkdirSync(dirname(join(projectRoot, name)), { recursive: true })
    writeFileSync(join(projectRoot, name), webp)
    console.log(
      `${name}: ${capture.width * capture.scale} × ${capture.height * capture.scale}, ${Math.round(webp.length / 1_000)} kB`,
    )
    return
  }
  throw new Error(`${name} weighs too much`)
}
