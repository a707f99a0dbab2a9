import type { Browser, Locator, Page } from '@playwright/test'
import { connect } from '#server/db/connect.ts'
import { countUsage } from '#server/features/usage/usage-job.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import type { AdminAgent, CreateAgent, UpdateAgent } from '#shared/contract/agents-admin.ts'
import { expect } from './fixtures.ts'
import { watch } from './page-guard.ts'

export const AGENTS = '/app/admin/agents'

const call = async (page: Page, method: string, path: string, data?: unknown) => {
  const { origin } = new URL(page.url())
  const response = await page.request.fetch(`/api/v1/agents/admin${path}`, {
    method,
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    ...(data !== undefined && { data }),
  })
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: AdminAgent }).data
}

/** Creates an agent through the API, as the administrator of this browser. */
export const makeAgent = (page: Page, name: string, over: Partial<CreateAgent> = {}) =>
  call(page, 'POST', '', {
    name,
    description: `${name} responde`,
    systemPrompt: `Você é ${name}.`,
    ...over,
  })

/** The stored agent. */
export const storedAgent = (page: Page, id: string) => call(page, 'GET', `/${id}`)

/** Changes an agent through the API, as another administrator would. */
export const changeAgent = (page: Page, id: string, change: UpdateAgent) =>
  call(page, 'PATCH', `/${id}`, change)

/** Deletes an agent through the API, as another administrator would. */
export const removeAgent = (page: Page, id: string) => call(page, 'DELETE', `/${id}`, {})

export const promptOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Instruções do agente' })
export const saveOf = (page: Page): Locator => page.getByRole('button', { name: 'Salvar', exact: true })
export const testOf = (page: Page): Locator => page.getByRole('region', { name: 'Conversa de teste' })
export const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Agentes, na ordem da galeria' }).getByRole('listitem')
export const rowOf = (page: Page, name: string): Locator =>
  rowsOf(page).filter({ has: page.getByRole('button', { name: `Opções de ${name}`, exact: true }) })

/** Sends a message in the test chat beside the form; returns the reply's element. */
export async function tryOut(page: Page, text: string): Promise<Locator> {
  const field = testOf(page).getByRole('textbox', { name: /^Mensagem de teste/ })
  await field.fill(text)
  await field.press('Enter')
  return testOf(page).getByRole('article').last()
}

/** Another user's browser, watched like the first one. */
export async function openBrowser(browser: Browser, server: ServerProcess) {
  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' })
  const offences = await watch(context, server.url)
  return {
    page: await context.newPage(),
    close: async () => {
      expect(offences).toEqual([])
      await context.close()
    },
  }
}

/** Counts the figures now instead of within the next minute. */
export async function countNow(server: ServerProcess): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    await expect.poll(() => countUsage(db)).toBe(true)
  } finally {
    await close()
  }
}
