import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './fixtures.ts'

/**
 * A dark phone and a light desktop: layout depends on the width and contrast on the scheme, so two
 * combinations cover four.
 */
export const looks = [
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
] as const

/** Asserts that nothing overflows the right edge of the screen. */
export const fits = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

/** Expects what is on the screen to be accessible and to fit in each look. Ends in the last, a desk by day. */
export async function holdsInEveryLook(page: Page): Promise<void> {
  for (const { colorScheme, ...viewport } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await fits(page)
    await expectAccessible(page)
  }
}
