import type { Page } from '@playwright/test'
import {
  agentPath,
  chipsOf,
  lastPrompt,
  makeBrand,
  makeOffer,
  makeProduct,
  sentMessages,
  test,
} from './helpers/context.ts'
import { makeDocument } from './helpers/documents.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  messagesOf,
  openChat,
  openNewChat,
  replyEnded,
  signUp,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const cardsOf = (page: Page) => page.getByRole('region', { name: 'Comece por aqui' }).getByRole('link')
const topicOf = (page: Page) => page.getByRole('region', { name: 'Sobre o que vamos falar?' })

/** Opens the page of an agent of the free plan. */
async function openAgent(page: Page, name = 'Clara'): Promise<void> {
  await page.goto(await agentPath(page, name))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the context chosen on the agent’s page is sent with the first message', { tag: '@smoke' }, async ({
  page,
  server,
  double,
}) => {
  await signUp(page, server.url)
  await openAgent(page)
  await expect(topicOf(page)).toContainText('Ainda não há nada seu aqui.')
  const sent = sentMessages(page)
  for (const title of ['Texto 1', 'Texto 2']) {
    await makeDocument(page, server.url, { title, body: 'Um rascunho' })
  }
  await page.reload()
  await expect(topicOf(page).getByRole('button', { name: /Texto/ })).toHaveCount(2)
  const productId = await makeProduct(page, 'Curso de Violão')
  const brandId = await makeBrand(page, 'Escola Sol')
  const offerId = await makeOffer(page, 'Semana do Violão', { productIds: [productId], brandIds: [brandId] })
  for (let index = 0; index < 6; index += 1) await makeProduct(page, `Outro ${index}`)
  for (let index = 0; index < 7; index += 1) {
    await makeDocument(page, server.url, { title: `Novo texto ${index}`, body: 'Um rascunho' })
  }
  await page.reload()
  await expect(topicOf(page).getByRole('button', { name: /Outro/ })).toHaveCount(6)
  await expectAccessible(page)
  await topicOf(page).getByRole('button', { name: 'mais…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Buscar pelo nome').fill('semana violao')
  await dialog.getByRole('button', { name: /Semana do Violão/ }).click()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await topicOf(page).getByRole('button', { name: 'Outro 3' }).click()
  await expect(topicOf(page).getByRole('button', { pressed: true })).toHaveText([
    'Outro 3',
    'Semana do Violão',
  ])
  await topicOf(page).getByRole('button', { name: 'Outro 3' }).click()
  await openChat(page)
  await expect(chipsOf(page)).toHaveText(['Semana do Violão'])
  await composerOf(page).fill('Comece')
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
  expect(sent[0]?.context).toMatchObject({ offerIds: [offerId], productIds: [] })
  expect(lastPrompt(double)).toContain('Escola Sol')
  await page.goBack()
  await expect(topicOf(page).getByRole('button', { pressed: true })).toHaveCount(0)
})

test('a suggestion is filled in from the context, and sent once', async ({ page, server, double }) => {
  await signUp(page, server.url)
  await openAgent(page)
  await makeProduct(page, 'Curso de Violão')
  await page.reload()
  const card = cardsOf(page).first()
  await expect(card).toContainText('página de venda completa de produto')
  await topicOf(page).getByRole('button', { name: 'Curso de Violão' }).click()
  await expect(card).toContainText('página de venda completa de Curso de Violão')
  await card.click()
  await expect(messagesOf(page)).toHaveText([/página de venda completa de Curso de Violão, da headline/])
  await expect(page).toHaveURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await replyEnded(page)
  expect(lastPrompt(double)).toContain('completa de Curso de Violão, da headline')
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(1)
})

test('unknown values are asked for before sending, and a product can be chosen there', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await makeProduct(page, 'Curso de Violão')
  const sent = sentMessages(page)
  const suggestion = page.getByRole('list', { name: 'Sugestões para começar' }).getByRole('button').first()
  await suggestion.click()
  const form = page.getByRole('dialog', { name: 'Antes de começar' })
  await expect(form.getByLabel('Produto')).toHaveValue('')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(form).toContainText('Preencha para continuar')
  await expect(form.getByLabel('Produto')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(suggestion).toBeFocused()
  expect(sent).toEqual([])
  await suggestion.click()
  await form.getByRole('button', { name: 'Curso de Violão' }).click()
  await expect(form.getByLabel('Produto')).toHaveValue('Curso de Violão')
  await expect(form.getByRole('region', { name: 'A mensagem' })).toContainText('completa de Curso de Violão')
  await form.getByLabel('Produto').fill('Curso de Violão para canhotos {ao vivo}')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(messagesOf(page)).toContainText([
    'completa de Curso de Violão para canhotos {ao vivo}, da headline',
  ])
  await expect(chipsOf(page)).toHaveText(['Curso de Violão'])
  await replyEnded(page)
  expect(sent).toHaveLength(1)
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(1)
})

test('an address with such a suggestion asks too, and a reload sends nothing', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto(`${await agentPath(page, 'Clara')}/chat?sugestao=0`)
  const form = page.getByRole('dialog', { name: 'Antes de começar' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/\/chat$/)
  await form.getByLabel('Produto').fill('Meu curso')
  await page.reload()
  await expect(composerOf(page)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(messagesOf(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('context and suggestion forms have touch targets', async ({ page, server }) => {
    await signUp(page, server.url)
    await openAgent(page)
    await makeProduct(page, 'Um curso de violão com um nome bastante comprido para caber num telefone')
    await page.reload()
    const topic = topicOf(page).getByRole('button', { name: /Um curso/ })
    await expect(topic).toBeVisible()
    expect((await topic.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await fits(page)
    await cardsOf(page).first().tap()
    const form = page.getByRole('dialog', { name: 'Antes de começar' })
    await form.getByRole('button', { name: /Um curso/ }).tap()
    await expect(form.getByLabel('Produto')).toHaveValue(/bastante comprido/)
    expect(await form.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBeLessThanOrEqual(0)
    await fits(page)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Enviar' }).tap()
    await expect(messagesOf(page)).toHaveCount(1)
    await replyEnded(page)
  })
})
