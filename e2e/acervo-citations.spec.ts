import { pdfFile } from '#server/testing/factories/attachment-files.ts'
import { addFileSource, makeCollection } from './helpers/collections.ts'
import { chipsOf, optionsOf, type } from './helpers/context.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  test,
} from './helpers/fixtures.ts'
import { choose, chooseAction, openDocument } from './helpers/save-as.ts'
import { failure } from './helpers/stub-responses.ts'
import { fits } from './helpers/viewports.ts'

const GUIDE = '# Oferta\n\n## Garantia\n\nDevolvemos o valor em sete dias.'

test('a reply cites a source, shows the passage as it was read, and says when the source is deleted', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNewChat(page, server.url)
  const chat = page.url()
  const { id } = await makeCollection(page, server.url, 'Aulas')
  await page.goto(`/app/personalizacao/acervo/${id}`)
  await page
    .getByLabel('Arquivos para o acervo')
    .setInputFiles([{ name: 'guia.md', mimeType: 'text/markdown', buffer: Buffer.from(GUIDE) }])
  const source = page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')
  await expect(source).toContainText('1 trecho', { timeout: 30_000 })

  await page.goto(chat)
  // While the sources load, Enter must not send the typed text, and the panel must not say that nothing was found.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/collections/choices*', async (route) => {
    await released
    await route.fulfill({ status: 400, json: failure('BAD_REQUEST', 'As fontes não vieram.') })
  })
  const field = composerOf(page)
  const panel = page.locator('[data-mentions]')
  await type(page, '@guia')
  await expect(panel).toHaveText('Procurando…')
  await field.press('Enter')
  await expect(field).toHaveValue('@guia')
  await expect(panel).toHaveText('Procurando…')
  release()
  await expect(panel.getByRole('alert')).toContainText('As fontes não vieram.')
  await page.unroute('**/api/v1/collections/choices*')
  await panel.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(optionsOf(page)).toContainText('guia.md')
  await field.press('Enter')
  await expect(chipsOf(page)).toContainText(['guia.md'])
  await exchange(page, 'Qual é a garantia? Sete dias [1], e nada mais [7]. [[repeat]]')
  const reply = repliesOf(page).last()
  await expect(reply).toContainText('Sete dias [1], e nada mais.')
  // It was chosen for that message only.
  await expect(chipsOf(page)).toHaveCount(0)
  const number = reply.getByRole('button', { name: 'Fonte 1: guia.md, Oferta › Garantia' })
  const sheet = page.getByRole('dialog')
  await page.route('**/api/**', (route) => route.abort())
  await number.click()
  await expect(sheet).toContainText('Oferta › Garantia. O trecho abre com internet.')
  await expect(sheet.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
  await page.unroute('**/api/**')
  await expect(sheet.getByRole('heading')).toHaveText('Fonte 1: guia.md')
  await expect(sheet.getByRole('blockquote')).toHaveText('Devolvemos o valor em sete dias.', {
    timeout: 45_000,
  })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await sheet.getByRole('link', { name: 'Abrir fonte' }).click()
  await expect(page.getByRole('heading', { name: 'guia.md' })).toBeVisible()
  const cited = page.getByRole('list', { name: 'Trechos' }).getByRole('listitem')
  await expect(cited).toHaveText(/Trecho citado · Oferta › Garantia.*Devolvemos o valor em sete dias\./)
  await expect(cited).toBeInViewport()
  await expectAccessible(page)
  await fits(page)
  await page.getByRole('link', { name: 'Coleção' }).click()
  await expect(page.getByRole('heading', { name: 'Aulas' })).toBeVisible()

  await page.getByRole('button', { name: 'Opções de guia.md' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir de vez' }).click()
  await expect(source).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Esta fonte não está mais aqui')).toBeVisible()
  await page.goBack()
  await expect(reply.getByRole('list', { name: 'Baseado em' })).toContainText('guia.md')
  await fits(page)
  await reply.getByRole('button', { name: 'Fonte 1: guia.md' }).click()
  await expect(sheet).toContainText('Esta fonte foi excluída do Acervo.')
  await expect(sheet.getByRole('blockquote')).toHaveText('Devolvemos o valor em sete dias.')
  await page.keyboard.press('Escape')

  await reply.getByRole('button', { name: 'Copiar resposta' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('[1] guia.md, Oferta › Garantia')
  await chooseAction(page, 'Copiar para WhatsApp')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/──────────\n\n\[1\] guia\.md, Oferta › Garantia \(fonte excluída\)$/)
  await chooseAction(page, 'Salvar como…')
  await choose(page, 'Documento')
  await openDocument(page)
  await expect(page.getByRole('main')).toContainText('[1] guia.md, Oferta › Garantia (fonte excluída)')
})

test('a cited PDF opens at its page', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const chat = page.url()
  const collection = await makeCollection(page, server.url, 'Livros')
  const pdf = pdfFile(['Capa do livro', 'A garantia vale por sete dias.'])
  const file = { name: 'livro.pdf', mimeType: 'application/pdf', buffer: pdf }
  const source = await addFileSource(page, server.url, collection, file)
  await page.goto(`/app/personalizacao/acervo/${collection.id}`)
  await expect(page.getByRole('list', { name: 'Fontes' })).toContainText('2 trechos', { timeout: 30_000 })
  await page.goto(chat)
  await exchange(page, 'Quanto vale a garantia? Sete dias [1]. [[repeat]]')
  await repliesOf(page).last().getByRole('button', { name: 'Fonte 1: livro.pdf, página 2' }).click()
  const link = page.getByRole('link', { name: 'Abrir o arquivo na página 2' })
  const address = `/api/v1/sources/${source.id}/file?view=true#page=2`
  await expect(link).toHaveAttribute('href', address)
  await expectAccessible(page)
  const shown = await page.request.get(address)
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('link', { name: 'Abrir fonte' }).click()
  await expect(link).toHaveAttribute('href', address)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)
})
