import {
  cardsOf,
  DOCUMENTS,
  expectShown,
  makeDocument,
  patchDocument,
  previewOf,
  saveOf,
  TEXT,
  textOf,
  titleOf,
  writeAsMarkdown,
} from './helpers/documents.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { makeChat } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

test.beforeEach(({ context }) => writeAsMarkdown(context))

test('a document is exported as file and to the clipboard, and links to its chat', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, server.url)
  const chat = await makeChat(page, server.url, 'Como vendo mais?')
  const response = await page.request.get(`/api/v1/chats/${chat.id}/messages`)
  const messageId = (await response.json()).data.at(-1).id
  const { id } = await makeDocument(page, server.url, { title: 'Ação', body: TEXT, messageId })
  await page.goto(`${DOCUMENTS}/${id}`)
  for (const [format, name] of [
    ['Word', 'Ação.docx'],
    ['Markdown', 'Ação.md'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    await expect(page.getByRole('dialog', { name: 'Exportar documento' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    expect((await download).suggestedFilename()).toBe(name)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const clipboard = (type: string) =>
    page.evaluate(async (wanted) => {
      const [item] = await navigator.clipboard.read()
      return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : ''
    }, type)
  await page.getByRole('button', { name: 'Copiar com formatação' }).click()
  await expect(page.getByText('Copiado')).toBeVisible()
  expect(await clipboard('text/html')).toMatch(/<h1>Ação<\/h1>[\s\S]*<strong>todo dia<\/strong>/)
  await page.getByRole('button', { name: 'Mais ações deste documento' }).click()
  await page.getByRole('menuitem', { name: 'Copiar para WhatsApp' }).click()
  await expect(page.getByText('Copiado no formato do WhatsApp.')).toBeVisible()
  expect(await clipboard('text/plain')).toContain('*Ação*\n\n*Promessa*')

  await page.getByRole('link', { name: 'Ver na conversa' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/${chat.agentId}/${chat.id}`))
  await expect(page.getByRole('article', { name: /^Resposta de/ })).toBeInViewport()
})

test('a failed list has a retry, and a long one is paged', async ({ page, server }) => {
  await signUp(page, server.url)
  for (let index = 1; index <= 22; index += 1) {
    await makeDocument(page, server.url, { title: `Documento ${index}`, body: 'Texto' })
  }
  await page.route('**/api/v1/documents?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.route('**/api/v1/documents', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(DOCUMENTS)
  await expect(page.getByText('Os documentos não carregaram')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(cardsOf(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Mostrar mais documentos' }).click()
  await expect(cardsOf(page)).toHaveCount(22)
  await expect(page.getByRole('button', { name: 'Mostrar mais documentos' })).toHaveCount(0)
})

test.describe('the smallest phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('a document is created, previewed, saved, changed and restored by touch', async ({ page, server }) => {
    await signUp(page, server.url)
    await page.goto(DOCUMENTS)
    await expect(page.getByText('Nenhum documento ainda')).toBeVisible()
    await fits(page)
    await page.getByRole('link', { name: 'Novo documento' }).tap()
    await titleOf(page).fill('Um título comprido que precisa de mais de uma linha no telefone')
    await textOf(page).fill(`${TEXT}\n\n${'palavra-muito-comprida'.repeat(10)}`)
    await expect(previewOf(page)).toBeHidden()
    await page.getByRole('button', { name: 'Ver como fica' }).tap()
    await expect(previewOf(page).getByRole('heading', { name: 'Promessa' })).toBeVisible()
    await expect(textOf(page)).toBeHidden()
    await fits(page)
    await expectAccessible(page)
    await expect(saveOf(page)).toBeInViewport({ ratio: 1 })
    await saveOf(page).tap()
    await expectShown(page, 'Um título comprido que precisa de mais de uma linha no telefone')
    await fits(page)
    await expectAccessible(page)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await patchDocument(page, server.url, id, { body: 'Mudou no computador', version: 1 })
    await page.reload()
    await page.getByRole('button', { name: /^Versão 2/ }).tap()
    await fits(page)
    await page.getByRole('button', { name: /^Versão 1/ }).tap()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Promessa' })).toBeVisible()
    await fits(page)
    await page.getByRole('button', { name: 'Restaurar esta versão' }).tap()
    await expect(page.getByRole('button', { name: /^Versão 3/ })).toBeVisible()
    await expect(page.getByRole('article').getByRole('heading', { name: 'Promessa' })).toBeVisible()
  })
})
