import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { fits, holdsInEveryLook, looks } from './helpers/viewports.ts'

// The others are opened by access.spec.ts.
test('a spent link, a long name and the form of a new password are accessible and fit', async ({
  page,
  server,
}) => {
  await page.goto('/callback?error=TOKEN_EXPIRED')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await holdsInEveryLook(page)
  const person = await signUp(page, server.url, newPerson(`Maria${'comprida'.repeat(12)}`))
  for (const { colorScheme, ...viewport } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto('/app/me')
    await expect(page.getByText('Este aparelho')).toBeVisible()
    await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
    await page.getByRole('button', { name: 'Trocar senha' }).click()
    await expectAccessible(page)
    await fits(page)
  }
  await page.goto('/app/me/edit')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await holdsInEveryLook(page)
})
