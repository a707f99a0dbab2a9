import { asAdministrator } from './helpers/admin-api.ts'
import { composerOf, exchange, expect, expectAccessible, openNewChat, say, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

// A server of its own: the limits hold for everybody.
test.use({ variables: { OPENAI_MODEL: 'gpt-dos-limites' } })

test('an administrator sets the limits of the day; a refused message stays in the composer', async ({
  page,
  playwright,
  server,
  admin,
}) => {
  const admins = await playwright.request.newContext({ baseURL: server.url })
  await asAdministrator(admins, server.url, admin)
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin')
  await page.getByRole('main').getByRole('link', { name: 'Limites do dia' }).click()
  const calls = page.getByLabel('Chamadas por dia (opcional)')
  await expect(page.getByText(/^Hoje: \d+ chamadas? e US\$/)).toBeVisible()
  await calls.fill('zero')
  await page.getByLabel('Dólares por dia (opcional)').fill('25,50')
  await page.getByRole('button', { name: 'Salvar limites' }).click()
  await expect(calls).toHaveAccessibleDescription(/número inteiro de 1 a 10\.000\.000/)
  await expectAccessible(page)
  // One reply and the title of its chat.
  await calls.fill('2')
  await page.getByRole('button', { name: 'Salvar limites' }).click()
  await expect(page.getByText('Limites salvos. Eles já valem.')).toBeVisible()
  await page.reload()
  await expect(calls).toHaveValue('2')
  await expect(page.getByLabel('Dólares por dia (opcional)')).toHaveValue('25,50')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto('about:blank')
  await page.context().clearCookies()
  await openNewChat(page, server.url)
  await exchange(page, 'A primeira [[tokens=2 delay=0]]')
  const limits = async () => (await (await admins.get('/api/v1/spend-limits/admin')).json()).data.today.calls
  await expect.poll(limits).toBe(2)
  await admins.dispose()
  await say(page, 'A segunda')
  await expect(
    page.getByRole('alert').filter({ hasText: 'chegou ao limite de respostas de hoje' }),
  ).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Seu texto continua aqui.' })).toBeVisible()
  await expect(composerOf(page)).toHaveValue('A segunda')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('about:blank')
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin')
  await expect(page.getByText(/O limite de hoje foi atingido/)).toBeVisible()
  await page.getByRole('link', { name: 'Ver os limites' }).first().click()
  await expect(page.getByRole('heading', { name: 'Limites do dia', exact: true })).toBeVisible()
})
