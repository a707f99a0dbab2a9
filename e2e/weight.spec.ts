import type { Page } from '@playwright/test'
import { exchange, expect, openNewChat, replyEnded, test } from './fixtures.ts'

/** Kilobytes of JavaScript as they came over the network, once the page is at rest. */
async function scriptsOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000
}

// The goals of bench/web, held where every change meets them.
test('the first page and a chat weigh no more than they may', async ({ page, server }) => {
  await page.goto(`${server.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  const signIn = await scriptsOf(page)
  expect(signIn).toBeGreaterThan(50)
  expect(signIn).toBeLessThan(165)

  await openNewChat(page, server.url)
  await exchange(page, 'Mostre\n\n```js\nconst a = 1\n```\n\n[[echo]]')
  await page.reload()
  await replyEnded(page)
  await expect(page.locator('pre code span').first()).toBeVisible()
  expect(await scriptsOf(page)).toBeLessThan(230)
})
