import type { Page } from '@playwright/test'
import { composerOf, exchange, expect, openNewChat, signUp, test } from './helpers/fixtures.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

/** The headless shell never keeps pages; the second reason is a consequence of it. */
const OF_THE_BROWSER = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']

/**
 * Leaves the page for another document and returns. Resolves to the reasons of the page why it did not come from the
 * back/forward cache.
 */
async function leaveAndReturn(page: Page): Promise<string[]> {
  const address = page.url()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const reasons: string[] = []
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
  )
  await page.goto('/favicon.svg')
  const returned = new Promise<void>((resolve) =>
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.url === address) resolve()
    }),
  )
  await page.evaluate(() => void setTimeout(() => history.back()))
  await returned
  // The reasons arrive after the navigation.
  await page.waitForFunction(() => document.readyState === 'complete')
  return reasons.filter((reason) => !OF_THE_BROWSER.includes(reason))
}

test('the documents may return from the back/forward cache', { tag: '@smoke' }, async ({ page }) => {
  for (const path of ['/', '/terms', '/privacy', '/sign-in', '/sign-up', '/forgot']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([path, await leaveAndReturn(page)]).toEqual([path, []])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // A browser that keeps no page tells the reasons of one nevertheless.
  await page.route('/sign-in', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'no-store' } })
  })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const reasons = await leaveAndReturn(page)
  expect(reasons).toContain('MainResourceHasCacheControlNoStore')
})

test('pages of the app may return from the back/forward cache', async ({ page, server }) => {
  await signUp(page, server.url)
  for (const path of ['/app', '/app/me', '/app/personalizacao']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, await leaveAndReturn(page)]).toEqual([path, []])
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  await openNewChat(page, server.url)
  await exchange(page, 'Oi [[echo]]')
  await page.waitForLoadState('networkidle')
  expect(await leaveAndReturn(page)).toEqual([])
  await expect(composerOf(page)).toBeVisible()
})
