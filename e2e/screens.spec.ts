import { randomUUID } from 'node:crypto'
import {
  chooseAgent,
  composerOf,
  expect,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test('a reply with every kind of Markdown is accessible and fits', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Mostre tudo')
  await replyEnded(page)
  await holdsInEveryLook(page)
})

test('home filters the agents by search and labels, and reports no match', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await expect(cast.getByRole('link')).toHaveCount(8)
  await page.getByLabel('Buscar agentes').fill('trafego')
  await expect(cast.getByRole('link')).toHaveCount(1)
  await expect(cast.getByRole('link')).toContainText('Kenji')
  await page.getByLabel('Buscar agentes').fill('nada parecido')
  await expect(cast.getByRole('link')).toHaveCount(0)
  await expect(cast).toContainText(/nenhum|ninguém/i)
  await page.getByLabel('Buscar agentes').fill('')
  await cast.getByText('Copy', { exact: true }).first().click()
  await expect(cast.getByRole('link')).toHaveCount(3)
})

test('home reports failed labels, with a retry', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.route('**/api/v1/labels', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  const said = cast.getByText('As etiquetas não carregaram.')
  await expect(said).toBeVisible()
  await expect(cast.getByRole('article')).toHaveCount(8)
  await page.unroute('**/api/v1/labels')
  await cast.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(cast.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a locked agent names its plan and accepts no message', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await chooseAgent(page, /Kenji/)
  await expect(page.getByText(/plano/i).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Abrir a conversa' })).toHaveCount(0)
  await page.goto(`${page.url().replace(/\/$/, '')}/chat`)
  await expect(page.getByText(/^Disponível nos planos Criador e Big Player/)).toBeVisible()
  await expect(composerOf(page)).toHaveCount(0)
})

test('a chat’s address shows the app, then the chat’s frame, then the chat, even when slow', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  const newChat = page.url()
  await say(page, 'Guardada')
  await replyEnded(page)
  const house = page.getByRole('status', { name: 'Carregando', exact: true })
  const frame = page.getByRole('region', { name: 'Carregando a conversa' })
  for (const address of [newChat, page.url()]) {
    const session = Promise.withResolvers<void>()
    const content = Promise.withResolvers<void>()
    const hold = (path: string, until: Promise<void>) =>
      page.route(path, async (route) => {
        await until
        await route.continue()
      })
    await hold('**/get-session*', session.promise)
    await hold('**/api/v1/{agents,chats}/*', content.promise)
    await hold('**/api/v1/chats/*/messages', content.promise)
    await page.goto(address)
    await expect(house).toBeVisible()
    session.resolve()
    await expect(frame).toBeVisible()
    await expect(house).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toHaveCount(1)
    content.resolve()
    await expect(composerOf(page)).toBeVisible()
    await expect(frame).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await expect(messagesOf(page)).toHaveText(['Guardada'])
})

test('an unknown agent or chat leads home, with an explanation', async ({ page, server }) => {
  await signUp(page, server.url)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const path of [`/app/${unknown}/chat`, `/app/abc/chat`, `/app/${unknown}/${unknown}`]) {
    await page.goto(path)
    await page.waitForURL(/\/app\/?$/)
    await expect(page.getByText(/Não (encontramos|foi possível)|não leva/).first()).toBeVisible()
  }
})

test('every chat with an agent is reachable, however many', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const agentId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const post = async (path: string, data: unknown) => {
    const response = await page.request.post(`/api/v1${path}`, { data, headers: { Origin: server.url } })
    expect(response.ok()).toBe(true)
    return response
  }
  for (let index = 1; index <= 22; index += 1) {
    const { data } = await (await post('/chats', { agentId })).json()
    await post(`/chats/${data.id}/messages`, {
      id: randomUUID(),
      content: `Conversa ${index} [[tokens=2 delay=0]]`,
    })
  }
  await page.goto(`/app/${agentId}`)
  const chats = page.getByRole('region', { name: 'Suas conversas' })
  await expect(chats.getByRole('link')).toHaveCount(20)
  await page.getByRole('button', { name: 'Mostrar mais conversas' }).click()
  await expect(chats.getByRole('link')).toHaveCount(22)
  await expect(chats.getByRole('link').last()).toContainText('Conversa 1 ')
  await expect(page.getByRole('button', { name: 'Mostrar mais conversas' })).toHaveCount(0)
})

test('the main job works by keyboard alone, from sign-in to the reply', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(page.getByRole('link', { name: /Inês/ }).first()).toBeVisible()
  const tabTo = async (matches: (label: string) => boolean) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (matches(label)) return
    }
    throw new Error('not reached by Tab')
  }
  await tabTo((label) => label.includes('Pesquisa de público'))
  await page.keyboard.press('Enter')
  await expect(composerOf(page)).toHaveAccessibleName(/^Mensagem para Inês/)
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.type('Só com o teclado [[tokens=300 delay=30]]')
  await page.keyboard.press('Enter')
  await expect(repliesOf(page).last()).toContainText('Plano')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
})
