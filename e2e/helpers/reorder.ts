import { expect, type Page } from '@playwright/test'

/** Moves a row of a list that can be put in order, by keyboard alone, from the first of these places to the last, and lets it go. */
export async function moveByKeys(
  page: Page,
  name: string,
  { key, places: [from, ...places] }: { key: 'ArrowUp' | 'ArrowDown'; places: readonly number[] },
): Promise<void> {
  await page.getByRole('button', { name: `Mover ${name}`, exact: true }).focus()
  const heard = page.getByRole('status').filter({ hasText: name })
  await page.keyboard.press('Space')
  await expect(heard).toContainText(`levantado, posição ${from} de`)
  for (const place of places) {
    // Where rows stand is measured a moment after it is said that one is lifted: an arrow before that moves nothing.
    await expect(async () => {
      await page.keyboard.press(key)
      await expect(heard).toContainText(`${name}: posição ${place} de`, { timeout: 2_000 })
    }).toPass()
  }
  await page.keyboard.press('Space')
}
