import {
  expect,
  expectAccessible,
  goToNewChat,
  openNewChat,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import {
  chatIn,
  chatsOf,
  chooseIn,
  lookAgain,
  makeChat,
  optionsOf,
  patchChat,
  sidebarOf,
} from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

test('a chat is renamed, pinned, archived and restored by keyboard alone', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  for (const title of ['Página de vendas', 'E-mails de março', 'Reels'])
    await makeChat(page, server.url, title)
  await page.goto('/app')
  await expect(chatsOf(page)).toHaveCount(3)
  await expect(sidebarOf(page).getByRole('list', { name: 'Hoje' })).toHaveCount(0)
  await expect(sidebarOf(page).getByRole('region', { name: 'Hoje' }).getByRole('listitem')).toHaveCount(3)

  await optionsOf(page, 'Página de vendas').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Renomear' })).toBeFocused()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Novo título da conversa' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Página de vendas')
  await page.keyboard.press('Escape')
  await expect(optionsOf(page, 'Página de vendas')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await field.fill('Página do curso de aquarela')
  await page.keyboard.press('Enter')
  await expect(optionsOf(page, 'Página do curso de aquarela')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const pinned = sidebarOf(page).getByRole('region', { name: 'Fixadas' })
  await expect(pinned.getByRole('link')).toHaveText(/Página do curso de aquarela/)
  await expect(chatsOf(page).first()).toContainText('Página do curso de aquarela')
  await expectAccessible(page)
  await page.reload()
  await expect(pinned.getByRole('link')).toHaveText(/Página do curso de aquarela/)

  await optionsOf(page, 'Reels').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chatsOf(page)).toHaveCount(2)
  await sidebarOf(page).getByRole('link', { name: 'Arquivadas' }).press('Enter')
  await expect(page).toHaveURL(/\/app\/arquivadas$/)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Conversas arquivadas' })).toBeVisible()
  await expect(main.getByRole('link')).toHaveText(/Reels/)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Opções de Reels' }).press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Desarquivar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chatIn(page, 'Reels')).toBeVisible()
  await expect(main.getByText('Nada arquivado')).toBeVisible()
})

test('a deletion is undone by keyboard, also for the current chat', async ({ page, server }) => {
  await signUp(page, server.url)
  for (const title of ['Primeira', 'Segunda']) await makeChat(page, server.url, title)
  await page.goto('/app')
  await chatIn(page, 'Primeira').getByRole('link').click()
  await expect(page.getByRole('region', { name: /^Conversa com/ })).toBeVisible()
  const address = page.url()
  await optionsOf(page, 'Primeira').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chatIn(page, 'Primeira')).toHaveCount(0)
  await expect(page).not.toHaveURL(address)
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chatIn(page, 'Primeira')).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Conversa excluída.')).toHaveCount(0)

  await optionsOf(page, 'Segunda').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chatIn(page, 'Primeira').getByRole('link')).toBeFocused()
  await page.reload()
  await expect(chatsOf(page)).toHaveCount(1)
})

test('a refused change is rolled back with an explanation', async ({ page, server }) => {
  await signUp(page, server.url)
  await makeChat(page, server.url, 'Oferta')
  await page.goto('/app')
  await expect(chatIn(page, 'Oferta')).toBeVisible()
  await page.route(/\/api\/v1\/chats\/[^/]+$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: {} }),
  )
  await chooseIn(page, 'Oferta', 'Fixar no topo')
  await expect(page.getByText(/O serviço está indisponível agora/)).toBeVisible()
  await expect(sidebarOf(page).getByRole('region', { name: 'Hoje' })).toContainText('Oferta')
  await expect(sidebarOf(page).getByRole('region', { name: 'Fixadas' })).toHaveCount(0)
  await chooseIn(page, 'Oferta', 'Excluir')
  await expect(chatIn(page, 'Oferta')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0)

  await chooseIn(page, 'Oferta', 'Renomear')
  const field = page.getByRole('textbox', { name: 'Novo título da conversa' })
  await field.fill('Oferta com bônus')
  await field.press('Enter')
  await expect(sidebarOf(page).getByRole('alert')).toContainText('O serviço está indisponível agora')
  await expect(field).toHaveValue('Oferta com bônus')
  await field.fill('  ')
  await field.press('Enter')
  await expect(sidebarOf(page).getByRole('alert')).toContainText('não pode ficar vazio')
  await page.unroute(/\/api\/v1\/chats\/[^/]+$/)
  await field.fill('Oferta com bônus')
  await field.press('Enter')
  await expect(chatIn(page, 'Oferta com bônus')).toBeVisible()
})

test('a reply that ends unseen leaves a dot, which opening the chat clears', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Longe dos olhos [[tokens=60 delay=30]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  const item = chatIn(page, 'Longe dos olhos')
  await expect(item).toContainText('respondendo agora')
  await expect(item).toContainText('resposta nova', { timeout: 40_000 })
  const card = page.getByRole('main').getByRole('link', { name: /Longe dos olhos/ })
  await expect(card).toContainText('resposta nova')
  await item.getByRole('link').click()
  await replyEnded(page)
  await expect(item).not.toContainText('resposta nova')
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await page.reload()
  await expect(item).toBeVisible()
  await expect(item).not.toContainText('resposta nova')
  await expect(card).not.toContainText('resposta nova')
})

test('many chats are paged, each once, while new ones arrive', async ({ page, server }) => {
  test.slow()
  await signUp(page, server.url)
  for (let index = 1; index <= 33; index += 1) await makeChat(page, server.url, `Conversa ${index}.`)
  await page.goto('/app')
  await expect(chatsOf(page).first()).toContainText('Conversa 33.')
  await expect(chatsOf(page)).toHaveCount(30)
  await makeChat(page, server.url, 'Chegou agora')
  await chatsOf(page).last().scrollIntoViewIfNeeded()
  await expect(chatsOf(page)).toHaveCount(33)
  await expect(chatsOf(page).last()).toContainText('Conversa 1.')
  await lookAgain(page)
  await expect(chatsOf(page)).toHaveCount(34)
  await expect(chatsOf(page).first()).toContainText('Chegou agora')
  const titles = await chatsOf(page).allTextContents()
  expect(new Set(titles).size).toBe(34)
})

test('changes in another tab or on another device appear in the list', async ({ page, server }) => {
  await signUp(page, server.url)
  const chat = await makeChat(page, server.url, 'Antes')
  await page.goto('/app')
  await expect(chatIn(page, 'Antes')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/app')
  await chatIn(other, 'Antes').hover()
  await optionsOf(other, 'Antes').click()
  await other.getByRole('menuitem', { name: 'Fixar no topo' }).click()
  await expect(sidebarOf(page).getByRole('region', { name: 'Fixadas' })).toContainText('Antes')
  await patchChat(page, server.url, chat.id, { title: 'Depois' })
  await lookAgain(page)
  await expect(chatIn(page, 'Depois')).toBeVisible()
})

test('a chat that another device pins or unpins while the sidebar loads is in it once', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const { id } = await makeChat(page, server.url, 'Oferta')
  for (const pinned of [true, false]) {
    // The sidebar's first request is answered before the change, any other after it.
    let change: Promise<void> | undefined
    await page.route(/\/api\/v1\/chats\?pinned/, async (route) => {
      if (change) {
        await change
        return route.continue()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      change = promise
      const response = await route.fetch()
      await patchChat(page, server.url, id, { pinned })
      resolve()
      await route.fulfill({ response })
    })
    await page.goto('/app')
    await expect(chatsOf(page)).toHaveCount(1)
    await page.unroute(/\/api\/v1\/chats\?pinned/)
  }
})

test('an empty sidebar explains itself, and a failed one has a retry', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(sidebarOf(page)).toContainText('Suas conversas ficam guardadas aqui')
  await expectAccessible(page)
  await page.route(/\/api\/v1\/chats\?pinned/, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(sidebarOf(page)).toContainText('As conversas não carregaram.')
  await page.unroute(/\/api\/v1\/chats\?pinned/)
  await sidebarOf(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(sidebarOf(page)).toContainText('Suas conversas ficam guardadas aqui')
})

test('an agent’s page has the same actions for its chats', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const agentId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await makeChat(page, server.url, 'Com a Clara', agentId)
  await page.goto(`/app/${agentId}`)
  const chats = page.getByRole('region', { name: 'Suas conversas' })
  await chats.getByRole('button', { name: 'Opções de Com a Clara' }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await page.getByRole('textbox', { name: 'Título' }).fill('Com outro nome')
  await page.getByRole('textbox', { name: 'Título' }).press('Enter')
  await expect(chats.getByRole('link')).toContainText('Com outro nome')
  await expect(chatIn(page, 'Com outro nome')).toBeVisible()
  await chats.getByRole('button', { name: 'Opções de Com outro nome' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await expect(chats.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(chats.getByRole('link')).toHaveCount(1)
})

for (const { width, height } of [
  { width: 992, height: 700 },
  { width: 1280, height: 800 },
]) {
  test(`the sidebar leaves every page its room at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height })
    await signUp(page, server.url)
    const long = 'Um título bem comprido de conversa que não cabe em nenhuma coluna estreita'
    const chat = await makeChat(page, server.url, long)
    const paths = ['/app', `/app/${chat.agentId}`, `/app/${chat.agentId}/${chat.id}`, '/app/me', '/app/busca']
    for (const path of paths) {
      await page.goto(path)
      await expect(chatIn(page, long)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await fits(page)
    }
    await goToNewChat(page)
    await fits(page)
  })
}

test('the model’s title appears later in sidebar and header', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const question = 'Como vendo mais bolos? [[tokens=3 delay=0 title=Venda-de-bolos-por-encomenda]]'
  await say(page, question)
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await replyEnded(page)
  await expect(chatIn(page, 'Venda de bolos por encomenda')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('main').getByText('Venda de bolos por encomenda')).toBeVisible()
  await expect(page).toHaveTitle('Venda de bolos por encomenda · Elenco')
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  await expect(chatIn(page, 'Como vendo mais bolos?')).toHaveCount(0)
})
