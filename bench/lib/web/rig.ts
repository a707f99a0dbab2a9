import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import playwrightConfig from '../../../playwright.config.ts'
import { launchBrowser, takeSession } from '../../../scripts/browser.ts'
import { buildWeb } from '../../../scripts/build-web.ts'
import { newMessage, openAgentId, openChat } from '../../../src/server/testing/factories/conversation.ts'
import { liftQuotas } from '../../../src/server/testing/factories/quotas.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../../src/server/testing/processes/server-process.ts'
import { TestClient } from '../../../src/server/testing/test-client.ts'
import { startControls } from './controls.ts'
import { lengthen, settleIn } from './fill.ts'
import { askFor, startWebProvider } from './provider.ts'

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url))
/** CPU slowdown of the page: about a cheap phone. */
export const SLOWED = 4

export type Speed = 1 | typeof SLOWED
export type Visit = { page: Page; close(): Promise<void> }

/** A browser, the application as `npm start` runs it, a signed-in user, and the control pages. */
export class WebRig {
  readonly #browser: Browser
  readonly #server: ServerProcess
  readonly #client: TestClient
  readonly #close: (() => unknown)[]
  readonly agentId: string
  readonly controls: string
  /** Address of the application. */
  readonly url: string

  private constructor(
    parts: { browser: Browser; server: ServerProcess; client: TestClient; agentId: string; controls: string },
    close: (() => unknown)[],
  ) {
    this.#browser = parts.browser
    this.#server = parts.server
    this.#client = parts.client
    this.agentId = parts.agentId
    this.controls = parts.controls
    this.url = parts.server.url
    this.#close = close
  }

  static async start(): Promise<WebRig> {
    if (!(await buildWeb())) throw new Error('the web could not be built')
    const close: (() => unknown)[] = []
    const provider = await startWebProvider()
    close.push(() => provider.close())
    const server = await startServerProcess({ OPENAI_BASE_URL: provider.url })
    close.push(() => server.close())
    const controls = await startControls()
    close.push(() => controls.close())
    const browser = await launchBrowser()
    close.push(() => browser.close())
    const client = new TestClient(() => server.url, server.url)
    await client.signUp({
      name: 'Ana',
      email: `${randomUUID()}@exemplo.com.br`,
      password: 'senha-segura-1',
      termsAccepted: true,
    })
    await liftQuotas(server.databaseUrl)
    await settleIn(server.databaseUrl)
    const agentId = await openAgentId(client)
    return new WebRig({ browser, server, client, agentId, controls: controls.url }, close)
  }

  /** A chat with `turns` questions and replies of `tokens` tokens each. */
  async chatOf(turns: number, tokens: number): Promise<string> {
    const chatId = await openChat(this.#client, this.agentId)
    for (let turn = 0; turn < turns; turn += 1) {
      await this.#client.send(chatId, newMessage(`Como vendo mais no mês ${turn + 1}? ${askFor(tokens, 0)}`))
    }
    return chatId
  }

  /**
   * A chat of `count` messages (even, at least two), replies of `tokens` tokens; the newest contains `mark`.
   */
  async longChat(count: number, tokens: number, mark: string): Promise<string> {
    const chatId = await this.chatOf(1, tokens)
    await lengthen(this.#server.databaseUrl, { chatId, count, mark })
    return chatId
  }

  /** A new window with empty caches, at an address of the application (signed in or not) or of a control. */
  async visit(
    address: string,
    { speed = 1, isSignedIn = true, shows }: { speed?: Speed; isSignedIn?: boolean; shows?: string[] } = {},
  ): Promise<Visit> {
    const context = await this.openWindow(this.#server.url, isSignedIn)
    const page = await context.newPage()
    await this.prepare(page, speed)
    if (shows) await page.addInitScript(`probe.awaitSight(${JSON.stringify(shows)})`)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    return { page, close: () => context.close() }
  }

  /** A window with empty caches for a server at `baseURL`. */
  async openWindow(baseURL: string, isSignedIn = true): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL,
      viewport: playwrightConfig.use?.viewport ?? null,
      locale: 'pt-BR',
    })
    if (isSignedIn) await takeSession(context, this.#client.cookie, baseURL)
    return context
  }

  /** Measures a page from its first script on, at this speed of the processor. */
  async prepare(page: Page, speed: Speed): Promise<void> {
    await page.addInitScript({ path: PROBE })
    await slowDown(page, speed)
  }

  async close(): Promise<void> {
    for (const close of this.#close.toReversed()) await close()
  }
}

async function slowDown(page: Page, rate: Speed): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

type Task = { at: number; ms: number }

export type Probe = {
  tasks: Task[]
  frames: number[]
  lags: number[]
  keys: number[]
  fcp: number
  lcp: number
  /** Layout shift (CLS). */
  cls: number
}

/** The probe's records so far. */
export const readProbe = (page: Page): Promise<Probe> => page.evaluate('probe')

/** Total blocking time beyond 50 ms per long task, the longest task, and their number; milliseconds. */
export const blockingTime = (tasks: readonly Task[]) => ({
  blocking: tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0),
  longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
  longTasks: tasks.length,
})
