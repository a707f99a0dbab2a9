import {
  chooseAgent,
  composerOf,
  expect,
  fillSignIn,
  messagesOf,
  newPerson,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

test('a user signs up, picks an agent, asks, reloads in the middle, and finds the reply the next day', {
  tag: '@smoke',
}, async ({ page }) => {
  const person = newPerson()
  await page.goto('/')
  await page.getByRole('link', { name: 'Criar conta grátis' }).click()
  await page.getByLabel('Nome').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Telefone (opcional)').fill('11987654321')
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel(/Li e aceito/).check()
  await page.getByLabel('Confirme a senha').fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marina')

  await chooseAgent(page, /Clara/)
  await expect(composerOf(page)).toHaveAccessibleName(/^Mensagem para Clara/)
  await say(page, 'Quero uma página de vendas [[tokens=250 delay=25]]')
  await page.waitForURL(/\/app\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  const reply = repliesOf(page).last()
  await expect(reply).toContainText('Plano de lançamento')
  await expect(composerOf(page)).toHaveValue('')
  await expect(reply).toHaveAttribute('aria-busy', 'true')

  await page.reload()
  await expect(reply).toContainText('Plano de lançamento')
  await expect(page.getByRole('button', { name: 'Parar a resposta' })).toBeVisible()
  await replyEnded(page)
  await expect(messagesOf(page)).toHaveCount(1)
  await expect(repliesOf(page)).toHaveCount(1)
  const shown = await reply.textContent()

  const chatUrl = page.url()
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.goto(chatUrl)
  await page.waitForURL(/\/sign-in\?redirect=/)
  await fillSignIn(page, person)
  await page.waitForURL(chatUrl)
  await expect(reply).toHaveAttribute('aria-busy', 'false')
  expect(await reply.textContent()).toBe(shown)

  await page.goto('/app')
  await expect(page.getByRole('main').getByRole('link', { name: /Quero uma página de vendas/ })).toBeVisible()
})

test('the new chat gets its address without flicker', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const composer = await composerOf(page).elementHandle()
  await say(page, 'Olá [[tokens=60 delay=20]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await replyEnded(page)
  expect(await composer?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(composerOf(page)).toBeFocused()
})

test('F21 stopping keeps the text, says so, and the chat continues', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=2000 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.reload()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await say(page, 'E agora?')
  await expect(repliesOf(page)).toHaveCount(2)
  await replyEnded(page)
})
