import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { fits, looks } from './helpers/viewports.ts'

const PUBLIC = [
  '/forgot',
  '/reset-password?token=abc',
  '/reset-password',
  '/callback?error=TOKEN_EXPIRED',
  '/callback?error=access_denied',
  '/terms',
  '/privacy',
]

for (const { width, height, colorScheme } of looks) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme })

    test('every screen about an account is accessible and fits', async ({ page, server }) => {
      for (const path of PUBLIC) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        await fits(page)
      }
      const person = await signUp(page, server.url, newPerson(`Maria${'comprida'.repeat(12)}`))
      await page.goto('/app/me')
      await expect(page.getByText('Este aparelho')).toBeVisible()
      await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
      await page.getByRole('button', { name: 'Trocar senha' }).click()
      await expectAccessible(page)
      await fits(page)
      await page.goto('/app/me/edit')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await fits(page)
    })
  })
}
