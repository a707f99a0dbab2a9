import type { Page } from '@playwright/test'
import { MOST_KB, weigh } from '../bench/lib/web/weight.ts'
import { exchange, expect, openNewChat, replyEnded, test } from './helpers/fixtures.ts'

/** Kilobytes of JavaScript transferred until the page is idle. */
async function scriptsOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return (await weigh(page)).js / 1_000
}

// Enforces the goals of bench/web on every change.
test('the first page and a chat stay below their size limits', async ({ page, server }) => {
  await page.goto(`${server.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  const signIn = await scriptsOf(page)
  expect(signIn).toBeGreaterThan(50)
  expect(signIn).toBeLessThan(MOST_KB.signIn)

  await openNewChat(page, server.url)
  await exchange(page, 'Mostre\n\n```js\nconst a = 1\n```\n\n[[echo]]')
  await page.reload()
  await replyEnded(page)
  await expect(page.locator('pre code span').first()).toBeVisible()
  expect(await scriptsOf(page)).toBeLessThan(MOST_KB.chat)
})
