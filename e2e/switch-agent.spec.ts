import type { Page } from '@playwright/test'
import type { Chat } from '#shared/contract/chats.ts'
import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  test,
} from './helpers/fixtures.ts'
import { chooseAction } from './helpers/save-as.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

const ACTION = 'Continuar com outro agente'
const sheetOf = (page: Page) => page.getByRole('dialog', { name: ACTION })
const choiceOf = (page: Page, name: string) =>
  sheetOf(page).getByRole('button', { name: new RegExp(`^${name}`) })
const originOf = (page: Page) => page.getByRole('complementary', { name: 'De onde esta conversa vem' })

const storedChat = async (page: Page): Promise<Chat> =>
  (await (await page.request.get(`/api/v1/chats/${chatIdOf(page)}`)).json()).data

test('a reply is continued with another agent, who gets it, and the way back leads to it', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Minha promessa é vender bolos [[echo]]')
  const [chatId, address] = [chatIdOf(page), new URL(page.url()).pathname]
  await chooseAction(page, ACTION)
  await expect(choiceOf(page, 'Duda')).toBeVisible()
  // The current agent is not offered; agents of a higher plan are locked and disabled.
  await expect(choiceOf(page, 'Clara')).toHaveCount(0)
  await expect(choiceOf(page, 'Kenji')).toContainText('Plano pago')
  await expect(choiceOf(page, 'Kenji')).toHaveAttribute('aria-disabled', 'true')
  await choiceOf(page, 'Kenji').click({ force: true })
  await expect(sheetOf(page)).toBeVisible()
  await expectAccessible(page)
  await choiceOf(page, 'Duda').click()
  await expect(page).not.toHaveURL(new RegExp(chatId))
  await expect(originOf(page)).toBeInViewport({ ratio: 1 })
  await expect(originOf(page)).toContainText('Continuação da conversa com Clara')
  await expect(originOf(page)).toContainText('Duda recebe a resposta de Clara')
  await expect(originOf(page)).not.toContainText('Também veio')
  await expect(composerOf(page)).toBeFocused()
  await expectAccessible(page)
  expect((await storedChat(page)).origin).toMatchObject({ chatId })

  await exchange(page, 'Escreva um e-mail com ela')
  await expect(originOf(page)).toBeVisible()
  await page.reload()
  await expect(originOf(page)).toContainText('Continuação da conversa com Clara')
  await originOf(page).getByRole('link', { name: 'Ver a resposta de Clara' }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(repliesOf(page).last()).toContainText('Minha promessa é vender bolos')
  await expect(originOf(page)).toHaveCount(0)
})

test('the reply’s context is carried over, and listed', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const headers = { Origin: server.url }
  const brand = await page.request.post('/api/v1/brands', { data: { name: 'Doce Ofício' }, headers })
  expect(brand.status()).toBe(201)
  const brandId = (await brand.json()).data.id
  // As the composer sends assets chosen with @.
  await page.route('**/api/v1/chats/*/messages', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    const body = { ...route.request().postDataJSON(), context: { brandIds: [brandId] } }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await exchange(page, 'Fale da marca [[echo]]')
  await chooseAction(page, ACTION)
  await choiceOf(page, 'Duda').click()
  await expect(originOf(page).getByRole('list', { name: 'O que veio junto' })).toContainText('Doce Ofício')
  expect((await storedChat(page)).origin?.context.brandIds).toEqual([brandId])
})

test('the agents are searched, with messages for no match and for a failure', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  await page.route('**/api/v1/agents?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.route('**/api/v1/agents', (route) => route.fulfill({ status: 503, json: {} }))
  await chooseAction(page, ACTION)
  await expect(sheetOf(page).getByRole('alert').filter({ hasText: 'O elenco não apareceu.' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await sheetOf(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(choiceOf(page, 'Duda')).toBeVisible()
  const field = sheetOf(page).getByRole('searchbox', { name: 'Procurar agente' })
  await field.fill('trafego')
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(choiceOf(page, 'Kenji')).toBeVisible()
  await field.fill('ninguém assim')
  await expect(sheetOf(page).getByText('Nenhum outro agente combina com “ninguém assim”.')).toBeVisible()
})

test('a chat that fails to start says why, and a retry starts it once', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  const ids: string[] = []
  await page.route('**/api/v1/chats', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    ids.push(route.request().postDataJSON().id)
    // Stored, but the response is lost.
    if (ids.length === 1) await route.fetch()
    return await (ids.length === 1 ? route.abort() : route.continue())
  })
  await chooseAction(page, ACTION)
  await choiceOf(page, 'Duda').click()
  await expect(sheetOf(page).getByRole('alert')).toContainText('A conversa não começou.')
  await choiceOf(page, 'Duda').click()
  await expect(originOf(page)).toBeVisible()
  expect(ids[1]).toBe(ids[0])
  await expect(page).toHaveURL(new RegExp(`${ids[0]}$`))
})

test('continuing with another agent is accessible and fits', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  await chooseAction(page, ACTION)
  await expect(choiceOf(page, 'Duda')).toBeVisible()
  await holdsInEveryLook(page)
  await choiceOf(page, 'Duda').click()
  await expect(originOf(page)).toBeVisible()
  await holdsInEveryLook(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('continuing with another agent works by touch', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).fill('Oi [[echo]]')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await replyEnded(page)
    await chooseAction(page, ACTION)
    await choiceOf(page, 'Duda').tap()
    await expect(originOf(page)).toBeVisible()
    await fits(page)
    await composerOf(page).fill('Continue [[echo]]')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(messagesOf(page)).toHaveCount(1)
    await replyEnded(page)
  })
})
