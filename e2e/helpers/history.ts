import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { AgentsPage } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import { expect } from './fixtures.ts'

/** The list of chats, in the sidebar or the drawer. */
export const sidebarOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversas' })

/** The links of the chats in the sidebar. */
export const chatsOf = (page: Page): Locator => sidebarOf(page).getByRole('listitem').getByRole('link')

/** One chat in the sidebar. */
export const chatIn = (page: Page, title: string): Locator =>
  sidebarOf(page).getByRole('listitem').filter({ hasText: title })

export const optionsOf = (page: Page, title: string): Locator =>
  chatIn(page, title).getByRole('button', { name: `Opções de ${title}` })

/** Chooses an item of a chat's menu in the sidebar, whose button appears on hover. */
export async function chooseIn(page: Page, title: string, entry: string): Promise<void> {
  await chatIn(page, title).hover()
  await optionsOf(page, title).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Opens an agent of the free plan. */
export async function openAgent(page: Page) {
  const response = await page.request.get('/api/v1/agents')
  const { data } = (await response.json()) as { data: AgentsPage }
  const agent = data.items.find(({ locked }) => !locked)
  if (!agent) throw new Error('No agent is open')
  return agent
}

/** Creates a chat with one finished exchange through the API, and names it. */
export async function makeChat(page: Page, origin: string, text: string, agentId?: string): Promise<Chat> {
  const id = await startChat(page, origin, text, agentId)
  return await patchChat(page, origin, id, { title: text })
}

/** Creates a chat with one finished exchange through the API, which the server titles soon after; returns its id. */
export async function startChat(page: Page, origin: string, text: string, agentId?: string): Promise<string> {
  const headers = { Origin: origin }
  const data = { agentId: agentId ?? (await openAgent(page)).id }
  const created = await page.request.post('/api/v1/chats', { data, headers })
  expect(created.ok()).toBe(true)
  const { id } = ((await created.json()) as { data: Chat }).data
  const content = `${text} [[tokens=2 delay=0]]`
  const sent = await page.request.post(`/api/v1/chats/${id}/messages`, {
    data: { id: randomUUID(), content },
    headers,
  })
  expect(sent.ok()).toBe(true)
  return id
}

/** Changes a chat through the API, as another device would. */
export async function patchChat(page: Page, origin: string, id: string, data: unknown): Promise<Chat> {
  const response = await page.request.patch(`/api/v1/chats/${id}`, { data, headers: { Origin: origin } })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: Chat }).data
}

/** Simulates a return to the page from another window. */
export const lookAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
