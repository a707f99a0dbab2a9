import { expect, signUp, test } from './helpers/fixtures.ts'

test.use({ variables: { CONTACT_EMAIL: 'oi@exemplo.com.br' } })

test('without a price, the sheet of a locked agent leads to the contact, and fits a laptop', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await cast.getByRole('button', { name: /como abrir Kenji/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: 'Chame Kenji para o seu elenco' })).toBeVisible()
  const contact = sheet.getByRole('link', { name: 'oi@exemplo.com.br' })
  await expect(contact).toHaveAttribute('href', 'mailto:oi@exemplo.com.br')
  await expect(contact).toBeInViewport()
  expect(await sheet.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(0)
})
