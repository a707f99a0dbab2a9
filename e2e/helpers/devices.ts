import type { Browser, Page } from '@playwright/test'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { composerOf, expect, type newPerson } from './fixtures.ts'
import { watch } from './page-guard.ts'

type Device = { page: Page; offences: string[]; close: () => Promise<void> }

/** Opens the chat in another browser of the same user. */
export async function openElsewhere(
  browser: Browser,
  server: ServerProcess,
  person: ReturnType<typeof newPerson>,
  address: string,
): Promise<Device> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' })
  const offences = await watch(context, server.url)
  const { email, password } = person
  const response = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { Origin: server.url },
  })
  expect(response.ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(address)
  await expect(composerOf(page)).toBeVisible()
  return { page, offences, close: () => context.close() }
}

/** Opens the current chat in another tab of the same browser. */
export async function openInTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await expect(composerOf(tab)).toBeVisible()
  return tab
}
