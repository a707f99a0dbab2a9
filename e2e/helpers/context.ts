import type { Locator, Page } from '@playwright/test'
import { QUICK_DELAY_MS } from '#server/testing/doubles/provider/player.ts'
import { type ProviderDouble, startProviderDouble } from '#server/testing/doubles/provider/provider-double.ts'
import { validBrand, validOffer, validProduct } from '#server/testing/factories/business.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'
import type { CreateBrand } from '#shared/contract/brands.ts'
import type { CreateOffer } from '#shared/contract/offers.ts'
import type { CreateProduct } from '#shared/contract/products.ts'
import { test as base, composerOf, expect } from './fixtures.ts'

/** Tests with a provider double in this process, so that its requests can be read. */
export const test = base.extend<object, { double: ProviderDouble }>({
  double: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern.
    async ({}, use) => {
      const double = await startProviderDouble(0, QUICK_DELAY_MS)
      await use(double)
      await double.close()
    },
    { scope: 'worker' },
  ],
  variables: [async ({ double }, use) => use({ OPENAI_BASE_URL: double.openaiBaseUrl }), { scope: 'worker' }],
})

/** The last request's body as one text. */
export const lastPrompt = (double: ProviderDouble): string => JSON.stringify(double.requests.at(-1)?.body)

async function post(page: Page, path: string, data: unknown): Promise<string> {
  const { origin } = new URL(page.url())
  const response = await page.request.post(`/api/v1${path}`, { data, headers: { Origin: origin } })
  expect(response.ok(), await response.text()).toBe(true)
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** Creates assets through the API; each returns its id. */
export const makeProduct = (page: Page, name: string, over: Partial<CreateProduct> = {}) =>
  post(page, '/products', validProduct({ ...over, name }))
export const makeBrand = (page: Page, name: string, over: Partial<CreateBrand> = {}) =>
  post(page, '/brands', validBrand({ ...over, name }))
export const makeOffer = (
  page: Page,
  name: string,
  chosen: { brandIds: string[]; productIds: string[] },
  over: Partial<CreateOffer> = {},
) => post(page, '/offers', validOffer(chosen, { ...over, name }))

/** Changes or deletes one through the API, as another device would. */
export async function change(page: Page, path: string, data?: unknown): Promise<void> {
  const headers = { Origin: new URL(page.url()).origin }
  const response = data
    ? await page.request.patch(`/api/v1${path}`, { data, headers })
    : await page.request.delete(`/api/v1${path}`, { headers })
  expect(response.ok(), await response.text()).toBe(true)
}

/** The stored product, brand, offer or document. */
export async function stored(page: Page, path: string): Promise<Record<string, unknown>> {
  const response = await page.request.get(`/api/v1${path}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

/** The page of the agent whose name starts with this. */
export async function agentPath(page: Page, name: string): Promise<string> {
  const response = await page.request.get('/api/v1/agents?limit=100')
  const { data } = (await response.json()) as { data: AgentsPage }
  const agent = data.items.find((it) => it.name.startsWith(name))
  if (!agent) throw new Error(`No agent is called ${name}`)
  return `/app/${agent.id}`
}

/** The list that `@` opens, and its options. */
export const mentionsOf = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Produtos, marcas, ofertas, documentos e fontes' })
export const optionsOf = (page: Page): Locator => mentionsOf(page).getByRole('option')

/** The context of the next message. */
export const chipsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Contexto da conversa' }).getByRole('listitem')

/** The context of a reply. */
export const groundsOf = (reply: Locator): Locator =>
  reply.getByRole('list', { name: 'Baseado em' }).getByRole('listitem')

/** Types key by key, so that lists open. */
export async function type(page: Page, text: string): Promise<void> {
  await composerOf(page).focus()
  await composerOf(page).press('End')
  await composerOf(page).pressSequentially(text)
}

/** Picks an asset by name after `@`. */
export async function mention(page: Page, query: string, name: string): Promise<void> {
  await type(page, `@${query}`)
  await expect(optionsOf(page).first()).toContainText(name)
  await composerOf(page).press('Enter')
  await expect(mentionsOf(page)).toHaveCount(0)
}

/** Bodies of the messages that this page sends from now on. */
export function sentMessages(page: Page): { content: string; context?: Record<string, string[]> }[] {
  const bodies: { content: string; context?: Record<string, string[]> }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/chats\/[^/]+\/messages$/.test(request.url())) {
      bodies.push(request.postDataJSON())
    }
  })
  return bodies
}
