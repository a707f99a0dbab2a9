import { expect, type Page } from '@playwright/test'

/** Moves a row of a sortable list by keyboard from the first to the last of these places. */
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
    // Positions are measured a moment after the lift is announced; an arrow key before that has no effect.
    await expect(async () => {
      await page.keyboard.press(key)
      await expect(heard).toContainText(`${name}: posição ${place} de`, { timeout: 2_000 })
    }).toPass()
  }
  await page.keyboard.press('Space')
}
