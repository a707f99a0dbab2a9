import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

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
