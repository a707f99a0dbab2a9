import type { Page } from '@playwright/test'
import { exchange, expect, openNewChat, test } from './helpers/fixtures.ts'

/** Opens the address of a chat with its libraries held back until `release`, and records the requested paths. */
async function openHeld(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const paths: string[] = []
  await page.route(/\/assets\/libraries-/, async (route) => {
    await released
    await route.continue()
  })
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(address, { waitUntil: 'commit' })
  const timesOf = (path: string) => paths.filter((it) => it === path).length
  return { paths, timesOf, release }
}

async function newChat(page: Page, url: string) {
  await openNewChat(page, url)
  await exchange(page, 'Oi [[echo]]')
  const address = page.url()
  const [agentId, chatId] = new URL(address).pathname.split('/').slice(2)
  const needed = [
    '/api/auth/get-session',
    `/api/v1/chats/${chatId}/messages`,
    `/api/v1/chats/${chatId}`,
    `/api/v1/agents/${agentId}`,
  ]
  return { address, needed }
}

test('the address of a chat loads its screens and data beside the libraries, and each once', async ({
  page,
  server,
}) => {
  const { address, needed } = await newChat(page, server.url)
  const held = await openHeld(page, address)
  await expect.poll(() => held.paths).toEqual(expect.arrayContaining(needed))
  const screens = held.paths.filter((path) => /\/assets\/(app|frame|_chat|chat|markdown)-/.test(path))
  expect(screens.filter((path) => path.endsWith('.js'))).toHaveLength(5)
  const compiledEarly = held.paths.filter((path) =>
    /\/assets\/(libraries|shell|app|frame|_chat|chat|markdown)-.+\.js$/.test(path),
  )
  expect(compiledEarly).toHaveLength(7)
  for (const path of compiledEarly) {
    expect(await (await page.request.get(path)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
  held.release()
  await expect(page.getByRole('article').last()).toBeVisible()
  expect(needed.map(held.timesOf)).toEqual([1, 1, 1, 1])
})

test('data requested early is requested again when another tab changes the session meanwhile', async ({
  page,
  server,
}) => {
  const { address, needed } = await newChat(page, server.url)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/favicon.svg`)
  const held = await openHeld(page, address)
  await expect.poll(() => held.paths).toEqual(expect.arrayContaining(needed))
  await other.evaluate(() => {
    localStorage.setItem('auth-storage', `${localStorage.getItem('auth-storage')} `)
  })
  // The event comes from another process, and could arrive after the libraries.
  await page.waitForFunction(() => globalThis.earlyAnswers?.size === 0)
  held.release()
  await expect(page.getByRole('article').last()).toBeVisible()
  // The messages are drawn before the chat itself has been asked for again.
  await expect.poll(() => needed.map(held.timesOf)).toEqual([2, 2, 2, 2])
})

test('a browser that remembers no session asks for the same data once, whichever script is faster', async ({
  page,
  server,
}) => {
  const { address, needed } = await newChat(page, server.url)
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(() => localStorage.removeItem('auth-storage'))
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(address)
  await expect(page.getByRole('article').last()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(needed.map((path) => paths.filter((it) => it === path).length)).toEqual([1, 1, 1, 1])
})
