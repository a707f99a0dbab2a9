import type { Page } from '@playwright/test'
import { percentile } from '../report.ts'
import { blockingTime, readProbe, type Speed, type WebRig } from './rig.ts'

const KEYS = 50
/** A fast typist's interval; long enough for the frame of one key to end before the next. */
const KEY_INTERVAL_MS = 110
/** Wheel delta: a thousand messages in about ten seconds. */
const WHEEL_PX = 3_000
const WHEEL_INTERVAL_MS = 50
const SCROLL_LIMIT_MS = 180_000

/** The last words of a chat, which show that it is on the screen. */
export const MARK = 'Fim do plano.'

/** Milliseconds from the click to the frame with the last message, and long tasks meanwhile. */
export type Opened = { seen: number; longest: number; blocking: number }
/**
 * Scrolling from the end to the first message: milliseconds, frames a second, the longest frame, and long
 * tasks.
 */
export type Scrolled = { ms: number; fps: number; gap: number; longest: number; blocking: number }
export type Typed = { p50: number; p95: number }
export type LongChat = { opened: Opened; scrolled: Scrolled; typing: Typed }

/**
 * Opens a chat of `count` messages from its agent's page, scrolls to its beginning, and types into its
 * composer.
 */
export async function tryLongChat(
  rig: WebRig,
  chat: { id: string; count: number },
  speed: Speed,
): Promise<LongChat> {
  const { page, close } = await rig.visit(`/app/${rig.agentId}`, { speed })
  const opened = await open(page, chat.id)
  const scrolled = await scrollUp(page, chat.count)
  await page.getByRole('textbox', { name: /^Mensagem para/ }).click()
  const typing = await type(page)
  await close()
  return { opened, scrolled, typing }
}

/** The same keys in a plain field on an empty page. */
export async function typeInPlainField(rig: WebRig, speed: Speed): Promise<Typed> {
  const { page, close } = await rig.visit(`${rig.controls}/field`, { speed, isSignedIn: false })
  await page.locator('textarea').click()
  const typing = await type(page)
  await close()
  return typing
}

async function open(page: Page, id: string): Promise<Opened> {
  const link = page.locator(`a[href$="${id}"]`).first()
  await link.waitFor()
  await page.evaluate('probe.record("none")')
  await page.evaluate(`void (globalThis.seen = probe.clickUntilSeen(${JSON.stringify(MARK)}))`)
  await link.click()
  const seen = await page.evaluate<number>('seen')
  await page.waitForLoadState('networkidle')
  const { longest, blocking } = blockingTime((await readProbe(page)).tasks)
  return { seen, longest, blocking }
}

async function scrollUp(page: Page, count: number): Promise<Scrolled> {
  await page.getByRole('article').last().hover()
  await page.evaluate('probe.record("none")')
  const begun = Date.now()
  // `content-visibility` skips rendering off-screen messages, but all are in the DOM.
  while ((await page.evaluate<number>('document.getElementsByTagName("article").length')) < count) {
    if (Date.now() - begun > SCROLL_LIMIT_MS) throw new Error('the beginning never came')
    await page.mouse.wheel(0, -WHEEL_PX)
    await page.waitForTimeout(WHEEL_INTERVAL_MS)
  }
  const ms = Date.now() - begun
  const { frames, tasks } = await readProbe(page)
  await page.evaluate('probe.isRecording = false')
  const gaps = frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame))
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000
  const { longest, blocking } = blockingTime(tasks)
  return { ms, fps: gaps.length / seconds, gap: Math.max(0, ...gaps), longest, blocking }
}

async function type(page: Page): Promise<Typed> {
  await page.evaluate('probe.watchKeys()')
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('escreva '.charAt(key % 8))
    await page.waitForTimeout(KEY_INTERVAL_MS)
  }
  const { keys } = await readProbe(page)
  return { p50: percentile(keys, 50), p95: percentile(keys, 95) }
}
