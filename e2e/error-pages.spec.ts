import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const LOST = { name: 'Ninguém em cena por aqui', level: 1 } as const

test('an unknown address links home from everywhere', async ({ page, server, admin }) => {
  await page.goto('/nao-existe')
  await expect(page.getByRole('heading', LOST)).toBeVisible()
  await expect(page).toHaveTitle('Página não encontrada · Elenco')
  await page.getByRole('link', { name: 'Ir para a página inicial' }).click()
  await expect(page).toHaveURL(`${server.url}/`)

  // A missing file is answered by the server alone.
  const answer = await page.goto('/nao-existe.pdf')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', LOST)).toBeVisible()
  await expectAccessible(page)
  await fits(page)
  await page.getByRole('link', { name: 'Ir para a página inicial' }).click()
  await expect(page).toHaveURL(`${server.url}/`)

  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/tutoriais/nao/existe')
  await expect(page.getByRole('heading', LOST)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Conversas' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page).toHaveURL(/\/app\/?$/)

  // Two parts, which would also be the address of a chat.
  await page.goto('/app/admin/nao-existe')
  await expect(page.getByRole('heading', LOST)).toBeVisible()
  await page.goto('/app/admin/users/nao/existe')
  await expect(page.getByRole('heading', LOST)).toBeVisible()
  await page.getByRole('link', { name: 'Ir para o painel' }).click()
  await expect(page.getByRole('heading', { name: 'Visão geral', level: 1 })).toBeVisible()
})

test('a page whose code does not load says so, and a reload fixes it', { tag: '@smoke' }, async ({
  page,
  server,
  offences,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(page.getByRole('region', { name: 'O elenco', exact: true })).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/app/tutoriais')
  await expect(page.getByRole('heading', { name: 'A cena não começou', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await fits(page)
  await expect(page.getByRole('link', { name: 'Ir para a página inicial' })).toHaveAttribute('href', '/')
  await page.unroute('**/assets/*.js')
  await page.getByRole('link', { name: 'Recarregar a página' }).click()
  await expect(page.getByRole('heading', { name: 'Tutoriais', level: 1 })).toBeVisible()

  // The same when only the page's own chunk is missing, as after a deployment.
  await page.route('**/assets/busca-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/app/busca')
  const stuck = page.getByRole('alert').filter({ hasText: 'A cena travou' })
  await expect(stuck).toContainText('Uma parte desta página não chegou')
  await expect(stuck.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/app')
  await page.unroute('**/assets/busca-*.js')
  await stuck.getByRole('button', { name: 'Recarregar a página' }).click()
  await expect(page.getByRole('heading', { name: 'Buscar em tudo', level: 1 })).toBeVisible()
  // React logs its own error.
  expect(offences.splice(0).filter((offence) => !/dynamically imported/.test(offence))).toEqual([])
})

test('without JavaScript the app names its requirement', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'Falta o JavaScript', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir para a página inicial' })).toHaveAttribute('href', '/')
  await context.close()
})
