import { exchange, expect, expectAccessible, openNewChat, replyEnded, test } from './helpers/fixtures.ts'
import {
  choose,
  menuOf,
  openDocument,
  REPLY,
  selectIn,
  selectToSave,
  sheetOf,
  storedDocument,
} from './helpers/save-as.ts'

test('a selection of a reply is saved with its formatting, by pointer and by keyboard', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  const offer = page.getByRole('button', { name: 'Salvar seleção como…' })
  await expect(offer).toHaveCount(0)
  await selectToSave(page, 'p')
  await expect(offer).toBeInViewport({ ratio: 1 })
  await offer.click()
  const sheet = sheetOf(page, 'Salvar seleção como…')
  await expect(sheet.locator('blockquote')).toHaveText(
    'O curso Bolos que vendem ensina a vender sem desconto.',
  )
  await expectAccessible(page)
  await choose(page, 'Documento')
  await openDocument(page)
  expect((await storedDocument(page)).body).toBe(
    'O curso **Bolos que vendem** ensina a vender *sem desconto*.',
  )

  await page.goBack()
  await replyEnded(page)
  await selectIn(page, 'ol')
  await menuOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copiar para WhatsApp' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Salvar seleção como…' }).focus()
  await page.keyboard.press('Enter')
  await expect(sheet.locator('blockquote')).toContainText('Pesquise as dores')
  await choose(page, 'Documento')
  await openDocument(page)
  expect((await storedDocument(page)).body).toBe('1. Pesquise as dores\n2. Escreva a promessa')
})

test('a selection made before the feature’s code has loaded is offered too', async ({ page, server }) => {
  const gate = Promise.withResolvers<void>()
  const isAsked = page.waitForRequest('**/save-selection-*.js')
  await page.route('**/save-selection-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await isAsked
  await selectIn(page, 'p')
  gate.resolve()
  await expect(page.getByRole('button', { name: 'Salvar seleção como…' })).toBeVisible()
})

test('a selection across replies is not offered, and the whole reply is', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Primeira [[echo]]')
  await exchange(page, 'Segunda [[echo]]')
  await page
    .getByRole('region', { name: 'Mensagens' })
    .evaluate((messages) => getSelection()?.selectAllChildren(messages))
  await menuOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Salvar como…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Salvar seleção como…' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Salvar seleção como…' })).toHaveCount(0)
})
