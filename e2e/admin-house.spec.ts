import sharp from 'sharp'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, test } from './helpers/fixtures.ts'
import { workerTakesOver } from './helpers/offline.ts'
import { fits } from './helpers/viewports.ts'

// A server of its own: everybody sees the looks of the house.
test.use({ variables: { OPENAI_MODEL: 'gpt-da-casa' }, serviceWorkers: 'allow' })

const accentOf = () => getComputedStyle(document.documentElement).getPropertyValue('--accent')

test('an administrator gives the house a name, a logo and a colour; every page shows them from its first paint', async ({
  page,
  context,
  playwright,
  server,
  admin,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin')
  await workerTakesOver(page)
  await page.getByRole('main').getByRole('link', { name: 'Nome, logo e cor' }).click()
  const name = page.getByLabel('Nome', { exact: true })
  await expect(name).toHaveValue('Elenco')
  await name.fill('')
  await page.getByLabel('Cor de destaque (opcional)').fill('azul')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Escreva o nome')).toBeVisible()
  await expect(page.getByText('Escreva a cor com # e seis dígitos')).toBeVisible()

  // The preview shows what the colour becomes, before it is saved.
  await name.fill('Clube <b>da Ana</b>')
  await page.getByLabel('Cor de destaque (opcional)').fill('#ffe100')
  await expect(page.getByText(/a cor fica #[0-9a-f]{6} no tema claro\./)).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Prévia' })
  await expect(preview.getByText('Clube <b>da Ana</b>')).toHaveCount(2)
  expect(await page.evaluate(accentOf)).toBe('#ff6a2b')
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Arquivo do logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(preview.locator('img').first()).toHaveAttribute('src', /^\/uploads\//)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Meanwhile another administrator has saved.
  const other = await playwright.request.newContext({ baseURL: server.url })
  await asAdministrator(other, server.url, admin)
  const { data } = await (await other.get('/api/v1/house/admin')).json()
  const theirs = await other.put('/api/v1/house/admin', {
    data: { ...data, name: 'Casa da Bia' },
    headers: { Origin: server.url },
  })
  expect(theirs.ok()).toBe(true)
  await other.dispose()
  await page.getByRole('button', { name: 'Salvar' }).click()
  const conflict = page.getByRole('dialog', { name: 'Isto mudou enquanto você editava' })
  await expect(conflict.getByText('Casa da Bia')).toBeVisible()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Salvar o meu' }).click()
  await expect(conflict).toBeHidden()
  await page.getByRole('button', { name: 'Recarregar' }).click()

  await expect(page).toHaveTitle('Nome, logo e cor · Administração · Clube <b>da Ana</b>')
  await expect(page.getByRole('link', { name: 'Clube <b>da Ana</b>, início' })).toBeVisible()
  const accent = await page.evaluate(accentOf)
  expect(accent).toMatch(/^#[0-9a-f]{6}$/)
  expect(accent).not.toBe('#ff6a2b')
  await expectAccessible(page)

  // The installed app shows them without a network too.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        for (const cacheName of await caches.keys()) {
          const cache = await caches.open(cacheName)
          const key = (await cache.keys()).find(({ url }) => url.includes('/app?casca'))
          const held = key && (await cache.match(key))
          if (held) return (await held.text()).includes('Clube &lt;b&gt;')
        }
        return false
      }),
    )
    .toBe(true)

  await context.clearCookies()
  // The first paint of a visitor has them; nothing is fetched for the colour.
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  for (const path of ['/sign-in', '/', '/terms']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/Clube <b>da Ana<\/b>/)
    expect(await page.evaluate(accentOf), path).toBe(accent)
    await expect(page.locator('img[src^="/uploads/"]').first()).toBeVisible()
    await expectAccessible(page)
  }
  // The longest name fits on a phone.
  await asAdministrator(page.request, server.url, admin)
  const now = await (await page.request.get('/api/v1/house/admin')).json()
  const longest = await page.request.put('/api/v1/house/admin', {
    data: { ...now.data, name: 'Academia Paulista de Vendas e Lançamento' },
    headers: { Origin: server.url },
  })
  expect(longest.ok()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/app', '/?apresentacao', '/terms']) {
    await page.goto(path)
    await fits(page)
  }
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await fits(page)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeInViewport()
  expect(fetched.filter((path) => /house|admin/.test(path) && !path.startsWith('/icons/'))).toEqual([])
})
