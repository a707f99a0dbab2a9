import {
  change,
  chipsOf,
  lastPrompt,
  makeBrand,
  makeOffer,
  makeProduct,
  mention,
  mentionsOf,
  optionsOf,
  sentMessages,
  test,
  type,
} from './helpers/context.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openChat,
  openNewChat,
  replyEnded,
  say,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const activeText = (page: Parameters<typeof optionsOf>[0]) =>
  composerOf(page).evaluate(
    (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  )

test('@ lists the user’s assets, filters without accents, and picks by keyboard', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await makeProduct(page, 'Curso de Violão')
  await makeProduct(page, 'Mentoria Avançada')
  await makeBrand(page, 'Escola Sol')
  await type(page, 'Escreva sobre @')
  await expect(optionsOf(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: '3 opções' })).toBeAttached()
  await expect(optionsOf(page).first()).toContainText('Escola Sol')
  await expectAccessible(page)
  await expect.poll(() => activeText(page)).toContain('Escola Sol')
  await composerOf(page).press('ArrowUp')
  await expect.poll(() => activeText(page)).toContain('Curso de Violão')
  await composerOf(page).press('ArrowDown')
  await composerOf(page).press('ArrowDown')
  await expect.poll(() => activeText(page)).toContain('Mentoria Avançada')
  await composerOf(page).pressSequentially('VIOLAO')
  await expect(optionsOf(page)).toHaveCount(1)
  await composerOf(page).press('Tab')
  await expect(mentionsOf(page)).toHaveCount(0)
  await expect(composerOf(page)).toBeFocused()
  await expect(composerOf(page)).toHaveValue('Escreva sobre Curso de Violão ')
  await expect(chipsOf(page)).toHaveText(['Curso de Violão'])
  await expect(composerOf(page)).not.toHaveAttribute('aria-activedescendant')
  await composerOf(page).press('Control+z')
  await expect(composerOf(page)).toHaveValue('Escreva sobre @VIOLAO')
})

test('Esc closes the list only; an email address opens no list, and IME composition picks nothing', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await makeProduct(page, 'Curso de Violão')
  await type(page, 'Mande para ana@curso')
  await expect(mentionsOf(page)).toHaveCount(0)
  await composerOf(page).fill('')
  await say(page, 'Devagar [[tokens=400 delay=20]]')
  await type(page, 'Sobre @cur')
  await expect(optionsOf(page)).toHaveCount(1)
  await composerOf(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(optionsOf(page)).toHaveCount(1)
  await composerOf(page).press('Escape')
  await expect(mentionsOf(page)).toHaveCount(0)
  await expect(composerOf(page)).toHaveValue('Sobre @cur')
  await expect(composerOf(page)).toBeFocused()
  // The reply continues, because the list handled Esc.
  await expect(page.getByRole('button', { name: 'Parar a resposta' })).toBeVisible()
  await composerOf(page).press('Escape')
  await expect(page.getByText('Resposta interrompida por você.')).toBeVisible()
  // Typing after an @ without matches is not blocked.
  await composerOf(page).fill('')
  await type(page, 'oi @fulano tudo bem')
  await expect(page.getByText('Nada seu se chama')).toBeHidden()
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(2)
  await replyEnded(page)
})

test('an empty list links to the page that creates assets', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await type(page, '@')
  await expect(page.getByText('Ainda não há nada seu aqui.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Abrir a personalização' }).click()
  await expect(page).toHaveURL(/\/app\/personalizacao/)
})

test('chips show the context: they stay for later turns and a reload, and a removed one is not sent', {
  tag: '@smoke',
}, async ({ page, server, double }) => {
  await openNewChat(page, server.url)
  const sent = sentMessages(page)
  const productId = await makeProduct(page, 'Curso de Violão')
  const brandId = await makeBrand(page, 'Escola Sol')
  await mention(page, 'violao', 'Curso de Violão')
  await mention(page, 'escola', 'Escola Sol')
  await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
  await page.reload()
  await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
  await exchange(page, 'Primeira')
  expect(sent[0]?.context).toEqual({
    productIds: [productId],
    brandIds: [brandId],
    offerIds: [],
    documentIds: [],
  })
  expect(lastPrompt(double)).toContain('Curso de Violão')
  expect(lastPrompt(double)).toContain('Escola Sol')
  await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
  await page.reload()
  await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
  await page.getByRole('button', { name: 'Tirar Escola Sol do contexto' }).click()
  await expect(composerOf(page)).toBeFocused()
  await page.reload()
  await expect(chipsOf(page)).toHaveText(['Curso de Violão'])
  await type(page, '@')
  await expect(optionsOf(page)).toHaveCount(2)
  await expect(page.getByRole('option', { name: /^Curso de Violão.*já na conversa$/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /já na conversa/ })).toHaveCount(1)
  await composerOf(page).press('Escape')
  await composerOf(page).fill('')
  await exchange(page, 'Segunda')
  expect(sent.at(-1)?.context).toMatchObject({ productIds: [productId], brandIds: [] })
  expect(lastPrompt(double)).not.toContain('Marca reservada')
  expect(lastPrompt(double)).not.toContain('Escola Sol')
  await page.getByRole('button', { name: 'Tirar Curso de Violão do contexto' }).click()
  await exchange(page, 'Terceira')
  expect(sent.at(-1)?.context).toMatchObject({ productIds: [], brandIds: [] })
  await expect(chipsOf(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Nova conversa', exact: true }).click()
  await openChat(page)
  await expect(chipsOf(page)).toHaveCount(0)
})

test('an asset deleted elsewhere is removed from the chat with an explanation, and the text stays', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const productId = await makeProduct(page, 'Curso de Violão')
  await mention(page, 'violao', 'Curso de Violão')
  await change(page, `/products/${productId}`)
  await composerOf(page).fill('Um texto que fica')
  await composerOf(page).press('Enter')
  await expect(page.getByText('“Curso de Violão” não existe mais e saiu da conversa.')).toBeVisible()
  await expect(chipsOf(page)).toHaveCount(0)
  await expect(composerOf(page)).toHaveValue('Um texto que fica')
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveText([/Um texto que fica/])
  await replyEnded(page)
})

test('an edited message keeps its context unless that is changed', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const sent = sentMessages(page)
  const productId = await makeProduct(page, 'Curso de Violão')
  await makeBrand(page, 'Escola Sol')
  await mention(page, 'violao', 'Curso de Violão')
  await exchange(page, 'Primeira')
  await page.getByRole('button', { name: 'Tirar Curso de Violão do contexto' }).click()
  await exchange(page, 'Segunda')
  await messagesOf(page).first().hover()
  await messagesOf(page).first().getByRole('button', { name: 'Editar e reenviar' }).click()
  const context = page.getByRole('list', { name: 'Contexto da mensagem' }).getByRole('listitem')
  await expect(context).toHaveText(['Curso de Violão'])
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
  expect(sent.at(-1)?.context).toMatchObject({ productIds: [productId], brandIds: [] })
  await expect(chipsOf(page)).toHaveText(['Curso de Violão'])
  await messagesOf(page).first().hover()
  await messagesOf(page).first().getByRole('button', { name: 'Editar e reenviar' }).click()
  await page.getByRole('button', { name: 'Contexto', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sobre o que é a conversa?' })
  await dialog.getByRole('button', { name: /Escola Sol/ }).click()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await expect(context).toHaveText(['Curso de Violão', 'Escola Sol'])
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await replyEnded(page)
  await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the list is above field and keyboard, and a tap picks', async ({ page, server }) => {
    await openNewChat(page, server.url)
    const productIds = [await makeProduct(page, 'Curso de Violão')]
    const brandIds = [await makeBrand(page, 'Escola Sol')]
    await makeOffer(page, 'Semana do Violão', { productIds, brandIds })
    await composerOf(page).tap()
    await page.setViewportSize({ width: 390, height: 460 })
    await composerOf(page).pressSequentially('Fale de @viol')
    await expect(optionsOf(page)).toHaveText([/Semana do Violão/, /Curso de Violão/])
    await expect(mentionsOf(page)).toBeInViewport({ ratio: 1 })
    const list = await mentionsOf(page).boundingBox()
    const field = await composerOf(page).boundingBox()
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
    for (const option of await optionsOf(page).all()) {
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await optionsOf(page).last().tap()
    await expect(composerOf(page)).toHaveValue('Fale de Curso de Violão ')
    await expect(composerOf(page)).toBeFocused()
    await expect(chipsOf(page)).toHaveText(['Curso de Violão'])
    const box = await page.getByRole('button', { name: 'Tirar Curso de Violão do contexto' }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await fits(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Tirar Curso de Violão do contexto' }).tap()
    await expect(chipsOf(page)).toHaveCount(0)
  })

  test('a button opens the same list without typing @', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await makeProduct(page, 'Curso de Violão')
    await makeProduct(page, 'Mentoria')
    await makeBrand(page, 'Escola Sol')
    await page.getByRole('button', { name: 'Escolher o contexto' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Sobre o que é a conversa?' })
    await dialog.getByLabel('Buscar pelo nome').fill('violao')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: /Curso de Violão/ }).tap()
    await dialog.getByLabel('Buscar pelo nome').fill('')
    await dialog.getByRole('button', { name: /Escola Sol/ }).tap()
    await expect(dialog.getByRole('button', { name: /Escola Sol/ })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await fits(page)
    await dialog.getByRole('button', { name: 'Pronto' }).tap()
    await expect(chipsOf(page)).toHaveText(['Curso de Violão', 'Escola Sol'])
    await expect(page.getByRole('button', { name: 'Escolher o contexto' })).toBeFocused()
  })
})
