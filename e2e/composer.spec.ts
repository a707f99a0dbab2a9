import {
  composerOf,
  exchange,
  expect,
  goToNewChat,
  messagesOf,
  openChat,
  openNewChat,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'

test('Enter sends, Shift+Enter inserts a line break, and IME composition does neither', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  const composer = composerOf(page)
  await composer.pressSequentially('Primeira')
  await composer.press('Shift+Enter')
  await composer.pressSequentially('Segunda')
  await composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(composer).toHaveValue('Primeira\nSegunda')
  await composer.press('Enter')
  await expect(messagesOf(page)).toHaveText([/Primeira\s*Segunda/])
  await replyEnded(page)
})

test('keys typed into the composer request no animation frame', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi [[echo]]')
  await composerOf(page).click()
  await page.evaluate(() => {
    const counted = { frames: 0 }
    const request = requestAnimationFrame
    Object.assign(globalThis, {
      counted,
      requestAnimationFrame: (then: FrameRequestCallback) => {
        counted.frames += 1
        return request(then)
      },
    })
  })
  await composerOf(page).pressSequentially('Mais uma')
  expect(await page.evaluate('counted.frames')).toBe(0)
})

test('an empty text is not sent', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, '   ')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(messagesOf(page)).toHaveCount(0)
})

test('a too long text is reported, kept and not sent', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const long = 'a'.repeat(16_050)
  await say(page, long)
  await expect(page.getByText('A mensagem passa do limite de 16.000 caracteres em 50')).toBeVisible()
  await expect(composerOf(page)).toHaveValue(long)
  await expect(page).toHaveURL(/\/chat$/)
})

test('a draft survives a reload, belongs to its chat, and is cleared by sending', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await composerOf(page).fill('Rascunho da nova conversa')
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Rascunho da nova conversa')
  await composerOf(page).press('Enter')
  await replyEnded(page)
  await composerOf(page).fill('Outro rascunho')
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Outro rascunho')
  await page.getByRole('main').getByRole('link', { name: 'Nova conversa', exact: true }).click()
  await openChat(page)
  await expect(composerOf(page)).toHaveValue('')
})

test('the page follows the reply only while it is scrolled to the end', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=900 delay=15]]')
  const log = page.getByRole('region', { name: 'Mensagens' }).or(page.getByLabel('Mensagens')).first()
  const distance = () =>
    log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
  await expect
    .poll(() => log.evaluate((element) => element.scrollHeight > element.clientHeight * 2))
    .toBe(true)
  expect(await distance()).toBeLessThan(120)
  await log.hover()
  await page.mouse.wheel(0, -600)
  await expect(page.getByRole('button', { name: 'Ir para o fim' })).toBeVisible()
  const top = await log.evaluate((element) => element.scrollTop)
  await page.waitForTimeout(1_000)
  expect(await log.evaluate((element) => element.scrollTop)).toBe(top)
  await page.getByRole('button', { name: 'Ir para o fim' }).click()
  await expect.poll(distance).toBeLessThan(120)
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
})

test('a suggestion starts the chat once', async ({ page, server }) => {
  await signUp(page, server.url)
  await goToNewChat(page)
  await page.goBack()
  const suggestions = page.getByRole('region', { name: 'Comece por aqui' }).getByRole('link')
  await expect(suggestions).toHaveCount(3)
  // A suggestion without variables.
  const text = ((await suggestions.last().textContent()) ?? '').trim()
  await suggestions.last().click()
  await expect(messagesOf(page)).toHaveText([text])
  await replyEnded(page)
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Enter inserts a line break, and the button sends', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).pressSequentially('Oi')
    await composerOf(page).press('Enter')
    await composerOf(page).pressSequentially('tudo bem?')
    await expect(composerOf(page)).toHaveValue('Oi\ntudo bem?')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(messagesOf(page)).toHaveCount(1)
    await replyEnded(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
