import type { Page } from '@playwright/test'
import { newMessage } from '../../../src/server/testing/factories/conversation.ts'
import { percentile } from '../report.ts'
import { PLAIN_STREAM } from './controls.ts'
import { askFor } from './provider.ts'
import { blockingTime, type Probe, readProbe, type Speed, type WebRig } from './rig.ts'

export const TOKENS = 2_000
/** Twice the rate of many models, so that every frame has something to show. */
export const TOKENS_PER_SECOND = 100
/** Pause for reading the screen and writing the question. */
const WRITING_MS = 1_500

export type Streamed = {
  longTasks: number
  longest: number
  blocking: number
  fps: number
  /** The longest time between two frames. */
  gap: number
  /** From the provider's writing to the frame that shows it. */
  lag: { p50: number; p95: number }
}

/** A reply in a new chat, from Enter to its end; the chat gets its address meanwhile. */
export async function streamReply(rig: WebRig, speed: Speed): Promise<Streamed> {
  const { page, close } = await rig.visit(`/app/${rig.agentId}/chat`, { speed })
  const composer = page.getByRole('textbox', { name: /^Mensagem para/ })
  await composer.fill(`Monte meu plano. ${askFor(TOKENS, TOKENS_PER_SECOND)}`)
  await page.waitForTimeout(WRITING_MS)
  await page.evaluate('probe.record("article"); void (globalThis.ended = probe.replyEnded())')
  await composer.press('Enter')
  await page.evaluate('ended')
  return finish(page, close)
}

/** Half of the same reply as plain text on an empty page, through the same server. */
export async function streamPlainText(rig: WebRig, speed: Speed): Promise<Streamed> {
  const chatId = await rig.chatOf(0, 0)
  const { page, close } = await rig.visit('/api/health', { speed })
  await page.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body: PLAIN_STREAM }))
  await page.goto('/plain')
  await page.evaluate('probe.record("pre")')
  const message = newMessage(`Monte meu plano. ${askFor(TOKENS / 2, TOKENS_PER_SECOND)}`)
  await page.evaluate(`send(${JSON.stringify(chatId)}, ${JSON.stringify(message)})`)
  return finish(page, close)
}

async function finish(page: Page, close: () => Promise<void>): Promise<Streamed> {
  const probe = await readProbe(page)
  await close()
  return summary(probe)
}

function summary({ tasks, frames, lags }: Probe): Streamed {
  const gaps = frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame))
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000
  return {
    ...blockingTime(tasks),
    fps: gaps.length / seconds,
    gap: Math.max(...gaps),
    lag: { p50: percentile(lags, 50), p95: percentile(lags, 95) },
  }
}
