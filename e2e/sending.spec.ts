import {
  composerOf,
  expect,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'

test('F15 F17 a connection dropped in the middle resumes automatically, without duplicates', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto [[tokens=200 delay=40]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.context().setOffline(true)
  await page.waitForTimeout(1_500)
  await page.context().setOffline(false)
  await replyEnded(page)
  const live = await repliesOf(page).last().textContent()
  await page.reload()
  await expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false')
  expect(await repliesOf(page).last().textContent()).toBe(live)
})

test('a second message during a reply stays in the composer, with the reason', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Primeira [[tokens=400 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await say(page, 'Segunda')
  await expect(composerOf(page)).toHaveValue('Segunda')
  await expect(messagesOf(page)).toHaveCount(1)
  const why = page.getByRole('status').filter({ hasText: 'Espere a resposta terminar para enviar' })
  await expect(why).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await expect(why).toHaveCount(0)
  await composerOf(page).press('Enter')
  await expect(repliesOf(page)).toHaveCount(2)
  await replyEnded(page)
})

test('I1 the composer keeps the text exactly until the message is stored', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.continue()
  })
  const isAsked = page.waitForRequest(
    (request) => request.method() === 'POST' && /messages$/.test(request.url()),
  )
  await say(page, 'Ainda não guardada')
  const url = (await isAsked).url()
  await expect(page.getByText('Enviando…')).toBeVisible()
  await expect(composerOf(page)).toHaveValue('Ainda não guardada')
  await expect(messagesOf(page)).toHaveCount(0)
  gate.resolve()
  await expect(composerOf(page)).toHaveValue('')
  const { data } = await (await page.request.get(url)).json()
  expect(data[0]).toMatchObject({ sender: 'human', content: 'Ainda não guardada' })
  await replyEnded(page)
})

test('a failed suggestion keeps the draft, and does not claim to be kept', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await composerOf(page).fill('Meu rascunho')
  await page.route('**/api/v1/chats', (route) => route.fulfill({ status: 503 }))
  // A suggestion without variables.
  const suggestion = page.getByRole('list', { name: 'Sugestões para começar' }).getByRole('button').last()
  await suggestion.click()
  await expect(page.getByRole('alert')).toContainText('A mensagem não foi salva.')
  await expect(page.getByRole('alert')).not.toContainText('Seu texto continua aqui.')
  await expect(composerOf(page)).toHaveValue('Meu rascunho')
  await page.unroute('**/api/v1/chats')
  await suggestion.click()
  await expect(messagesOf(page)).toHaveCount(1)
  await expect(composerOf(page)).toHaveValue('Meu rascunho')
  await replyEnded(page)
})

test('a new chat left during its first send gets its address on return', async ({ page, server }) => {
  await signUp(page, server.url)
  await goToNewChat(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.continue()
  })
  await say(page, 'Primeira, devagar')
  await expect(page.getByText('Enviando…')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Abrir a conversa' })).toBeVisible()
  await page.goForward()
  await expect(composerOf(page)).toHaveValue('Primeira, devagar')
  gate.resolve()
  await expect(page).toHaveURL(/\/app\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await expect(messagesOf(page)).toHaveText(['Primeira, devagar'])
  await expect(composerOf(page)).toHaveValue('')
  await replyEnded(page)
})
