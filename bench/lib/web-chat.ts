import type { Locator, Page } from '@playwright/test'
import { percentile } from './report.ts'
import { blockingTime, readProbe, type Speed, type WebRig } from './web-rig.ts'

const KEYS = 50
/** A fast typist's; the screen rests in between, so that no key waits for a frame of the one before. */
const KEY_INTERVAL_MS = 110
const PAGE = 100

/** Milliseconds from the click to the frames with the first new message and with all of them, and what tasks took. */
export type Opened = { first: number; all: number; longest: number; blocking: number }
export type Typed = { p50: number; p95: number }
export type LongChat = { newest: Opened; older: Opened; typing: Typed }

/** Opens a chat of `count` messages from its card, loads all of them page by page, and writes into its composer. */
export async function tryLongChat(
  rig: WebRig,
  chat: { id: string; count: number },
  speed: Speed,
): Promise<LongChat> {
  const { page, close } = await rig.visit(`/app/${rig.agentId}`, { speed })
  const newest = await clickUntil(page, page.locator(`a[href$="${chat.id}"]`), PAGE)
  let older: Opened = { first: 0, all: 0, longest: 0, blocking: 0 }
  for (let shown = 2 * PAGE; shown <= chat.count; shown += PAGE) {
    older = slower(
      older,
      await clickUntil(page, page.getByRole('button', { name: 'Carregar anteriores' }), shown),
    )
  }
  await page.getByRole('textbox', { name: /^Mensagem para/ }).click()
  const typing = await type(page)
  await close()
  return { newest, older, typing }
}

/** The same keys in a plain field on an empty page. */
export async function typeInPlainField(rig: WebRig, speed: Speed): Promise<Typed> {
  const { page, close } = await rig.visit(`${rig.controls}/field`, { speed, isSignedIn: false })
  await page.locator('textarea').click()
  const typing = await type(page)
  await close()
  return typing
}

const slower = (one: Opened, other: Opened): Opened => ({
  first: Math.max(one.first, other.first),
  all: Math.max(one.all, other.all),
  longest: Math.max(one.longest, other.longest),
  blocking: one.blocking + other.blocking,
})

async function clickUntil(page: Page, target: Locator, count: number): Promise<Opened> {
  await target.waitFor()
  await page.evaluate('probe.record("none")')
  await page.evaluate(`void (globalThis.clicked = probe.clickUntil(${count}))`)
  await target.click()
  const times = await page.evaluate<{ first: number; all: number }>('clicked')
  await page.waitForLoadState('networkidle')
  const { tasks } = await readProbe(page)
  const { longest, blocking } = blockingTime(tasks)
  return { ...times, longest, blocking }
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
