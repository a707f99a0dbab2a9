import type { Page } from '@playwright/test'
import { asAdministrator, noticesOf } from './helpers/admin-api.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  goToNewChat,
  newPerson,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { fits, looks } from './helpers/viewports.ts'

const LONG = 'No sábado, das 2h às 4h, o Elenco fica fora do ar para receber agentes novos. '.repeat(6).trim()

const bannerOf = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Avisos', exact: true })
const dismissOf = (page: Page) => bannerOf(page).getByRole('button', { name: 'Dispensar aviso' })

test.describe('notices', () => {
  test.afterEach(async ({ playwright, server, admin }) => {
    const request = await playwright.request.newContext({ baseURL: server.url })
    await asAdministrator(request, server.url, admin)
    await noticesOf(request, server.url).removeAll()
    await request.dispose()
  })

  test('a notice goes from the form to every user’s screen, and is removed', { tag: '@smoke' }, async ({
    page,
    server,
    admin,
  }) => {
    await asAdministrator(page.request, server.url, admin)
    await page.goto('/app/admin/avisos')
    await expect(page.getByRole('heading', { name: 'Nada a anunciar' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Novo aviso' }).click()
    const save = page.getByRole('button', { name: 'Salvar aviso' })
    await save.click()
    const text = page.getByRole('textbox', { name: 'Texto', exact: true })
    await expect(page.getByText('Escreva o aviso')).toBeVisible()
    await expect(text).toBeFocused()
    await text.fill('A turma de novembro abriu.')
    const preview = page.getByRole('complementary', { name: 'Prévia' })
    await expect(preview).toContainText('A turma de novembro abriu.')
    await page.getByText('Boa notícia', { exact: true }).click()
    await page.getByLabel('Texto do link').fill('Ver o meu perfil')
    const url = page.getByLabel('Aonde leva')
    for (const [typed, said] of [
      ['', 'Diga aonde o link leva'],
      ['javascript:alert(1)', 'Use um endereço que comece com https://'],
    ] as const) {
      await url.fill(typed)
      await save.click()
      await expect(page.getByText(said)).toBeVisible()
    }
    await url.fill('/app/me')
    await expect(page.getByText(/^Entra no ar assim que você salvar e fica até alguém tirar\./)).toBeVisible()
    await expectAccessible(page)
    // The draft survives.
    await page.reload()
    await page.getByRole('button', { name: 'Continuar daqui' }).click()
    await expect(text).toHaveValue('A turma de novembro abriu.')
    await save.click()
    const row = page.getByRole('row', { name: /A turma de novembro abriu/ })
    await expect(row).toContainText('No ar')
    await expect(bannerOf(page)).toContainText('A turma de novembro abriu.')
    await expectAccessible(page)
    await noticesOf(page.request, server.url).make({ content: LONG, tone: 'warning' })

    await page.context().clearCookies()
    await signUp(page, server.url, newPerson('Lia Leitora'))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app')
    // Urgent notices come first; a long one shows two lines until expanded.
    await expect(bannerOf(page)).toContainText('1 de 2')
    const more = bannerOf(page).getByRole('button', { name: 'Ler tudo' })
    await more.click()
    await expect(bannerOf(page).getByRole('button', { name: 'Mostrar menos' })).toBeVisible()
    await expectAccessible(page)
    await goToNewChat(page)
    await expect(bannerOf(page)).toBeInViewport()
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
    await dismissOf(page).press('Enter')
    await expect(bannerOf(page)).toContainText('A turma de novembro abriu.')
    await expect(dismissOf(page)).toBeFocused()
    await bannerOf(page).getByRole('link', { name: 'Ver o meu perfil' }).click()
    await page.waitForURL(/\/app\/me\/?$/)
    const stored = page.waitForResponse('**/dismissal')
    await dismissOf(page).press('Enter')
    await expect(bannerOf(page)).toHaveCount(0)
    await expect(page.locator('#conteudo')).toBeFocused()
    await stored
    const told = page.waitForResponse('**/api/v1/notices')
    await page.reload()
    expect((await (await told).json()).data).toEqual([])
    await expect(bannerOf(page)).toHaveCount(0)

    await page.context().clearCookies()
    await page.setViewportSize({ width: 1280, height: 800 })
    await asAdministrator(page.request, server.url, admin)
    await page.goto('/app/admin/avisos')
    await expect(row).toContainText('1 pessoa dispensou')
    await page.getByLabel('Buscar avisos').fill('NOVEMBRO')
    await expect(page.getByRole('row')).toHaveCount(2)
    await row.getByRole('button', { name: /^Ações/ }).click()
    await page.getByRole('menuitem', { name: 'Tirar do ar agora' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tirar do ar' }).click()
    await expect(row).toContainText('Encerrado')
    await page.getByLabel('Situação', { exact: true }).selectOption('No ar')
    await expect(page.getByRole('heading', { name: 'Nenhum aviso assim' })).toBeVisible()
    await expect(page).toHaveURL(/q=NOVEMBRO&state=live/)
  })

  test('a response from before a notice was dismissed does not bring it back', async ({
    page,
    server,
    admin,
  }) => {
    await asAdministrator(page.request, server.url, admin)
    await noticesOf(page.request, server.url).make({ content: 'A turma de novembro abriu.' })
    await page.clock.install()
    await page.goto('/app')
    await expect(bannerOf(page)).toBeVisible()
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: isPutAway, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/v1/notices', async (route) => {
      const response = await route.fetch()
      ask()
      await isPutAway
      await route.fulfill({ response })
    })
    // An open page polls.
    await page.clock.fastForward(10 * 60_000)
    await isAsked
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/notices'))
    await dismissOf(page).press('Enter')
    await givenUp
    answer()
    await expect(bannerOf(page)).toHaveCount(0)
  })

  test('list, form and banner fit every screen', async ({ page, server, admin }) => {
    await asAdministrator(page.request, server.url, admin)
    const { make } = noticesOf(page.request, server.url)
    const word = 'Desentupimentoinstitucionalizado'.repeat(4)
    const link = { linkLabel: word.slice(0, 60), linkUrl: '/app' }
    await make({ content: `${word} ${LONG}`.slice(0, 500), tone: 'warning', ...link })
    await make({ content: 'Agendado', startsAt: new Date(Date.now() + 86_400_000).toISOString() })
    for (const { width, height, colorScheme } of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.goto('/app/admin/avisos')
      await expect(page.getByRole('row', { name: /Agendado/ }).first()).toBeVisible()
      await expect(bannerOf(page)).toBeVisible()
      await fits(page)
      await page
        .getByRole('main')
        .getByRole('link', { name: /Desentupimento.*novos/ })
        .last()
        .click()
      await expect(page.getByRole('complementary', { name: 'Prévia' })).toContainText(word)
      await expectAccessible(page)
      await fits(page)
    }
  })
})
