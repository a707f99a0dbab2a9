import { expect, test } from './fixtures.ts'

test.use({ variables: { CONTACT_EMAIL: 'privacidade@exemplo.com.br' } })

test('the terms and the privacy policy name the address that the installation publishes', async ({
  page,
}) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    const address = page.getByRole('link', { name: 'privacidade@exemplo.com.br' }).first()
    await expect(address).toHaveAttribute('href', 'mailto:privacidade@exemplo.com.br')
  }
})
