import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  fillSignIn,
  goToNewChat,
  newPerson,
  signUp,
  test,
} from './helpers/fixtures.ts'

const draftKeys = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap(Object.keys).filter((key) => key.includes('draft')),
  )

test('impersonation shows its banner on every page, and ends', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  const person = await signUp(page, server.url, newPerson('Zuleica Ajudada'))
  await page.context().clearCookies()
  const calls = await asAdministrator(page.request, server.url, admin)
  await calls.post('/admin/impersonate-user', {
    userId: await calls.idOf(person.email),
    reason: 'Pedido de ajuda',
  })
  await page.goto('/app')
  const banner = page.getByRole('region', { name: 'Acesso de administração' })
  await expect(banner).toContainText('Você está na conta de Zuleica Ajudada')
  await expectAccessible(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(banner).toBeInViewport()
  await goToNewChat(page)
  await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
  await expect(banner).toBeInViewport()
  await composerOf(page).fill('Escrito no lugar dela')
  await expect.poll(() => draftKeys(page)).toHaveLength(1)

  await page.goto('/app/me')
  await expect(page.getByRole('heading', { name: 'Só com a própria pessoa' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Trocar senha|Excluir minha conta|Encerrar/ })).toHaveCount(0)
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Voltar para a minha conta' }).click()
  await page.waitForURL(`${server.url}/app`)
  await expect(page.getByRole('button', { name: /Dona da Casa/ })).toBeVisible()
  expect(await draftKeys(page)).toEqual([])
  await expect(banner).toHaveCount(0)
})

test('a banned user is signed out at once, and reads reason and end of the ban', async ({
  page,
  server,
  admin,
  playwright,
}) => {
  const person = await signUp(page, server.url)
  await page.goto('/app/me')
  await expect(page.getByText('Este aparelho')).toBeVisible()
  const request = await playwright.request.newContext({ baseURL: server.url })
  const calls = await asAdministrator(request, server.url, admin)
  const userId = await calls.idOf(person.email)
  await calls.post('/admin/ban-user', { userId, banReason: 'Envio de spam', banExpiresIn: 86_400 })
  await page.reload()
  await page.waitForURL(/\/sign-in/)
  await fillSignIn(page, person)
  const said = page.getByRole('alert').filter({ hasText: 'suspensa' })
  await expect(said).toContainText(/Esta conta está suspensa até .*2\d{3}.* Motivo: Envio de spam/)
  await request.dispose()
})
