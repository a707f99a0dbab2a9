import {
  cardsOf,
  DOCUMENTS,
  expectShown,
  makeDocument,
  previewOf,
  saveOf,
  TEXT,
  textOf,
  titleOf,
  writeAsMarkdown,
} from './helpers/documents.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'

test.beforeEach(({ context }) => writeAsMarkdown(context))

test('an empty list explains documents; a text is written with preview, saved and found', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto(DOCUMENTS)
  await expectShown(page, 'Documentos')
  await expect(page.getByText('Nenhum documento ainda')).toBeVisible()
  await expect(page.getByText(/escolha “Salvar como…”/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Novo documento' }).click()

  await saveOf(page).click()
  await expect(titleOf(page)).toHaveAccessibleDescription('Título é obrigatório')
  await expect(textOf(page)).toHaveAccessibleDescription(/O texto é obrigatório/)
  await titleOf(page).fill('Página de vendas')
  await textOf(page).fill(TEXT)
  await expect(previewOf(page).getByRole('heading', { name: 'Promessa' })).toBeVisible()
  await expect(previewOf(page).getByRole('cell', { name: 'Aquecer' })).toBeVisible()
  await expectAccessible(page)
  await saveOf(page).click()

  await expectShown(page, 'Página de vendas')
  await expect(page).toHaveURL(new RegExp(`${DOCUMENTS}/[0-9a-f-]{36}$`))
  await expect(page.getByRole('article').getByText('todo dia')).toBeVisible()
  await expectAccessible(page)
  await makeDocument(page, server.url, { title: 'E-mails de março', body: 'Assunto: ação' })
  await page
    .getByRole('navigation', { name: 'Personalização' })
    .getByRole('link', { name: 'Documentos' })
    .click()
  await expect(cardsOf(page)).toHaveCount(2)
  await expect(cardsOf(page).first()).toContainText('Assunto: ação')
  await expectAccessible(page)
  await page.getByLabel('Buscar documentos').fill('LANCAR')
  await expect(cardsOf(page)).toHaveCount(1)
  await expect(cardsOf(page)).toContainText('Página de vendas')
  await page.getByLabel('Buscar documentos').fill('nada parecido')
  await expect(page.getByText('Nenhum documento fala de “nada parecido”.')).toBeVisible()
})

test('each save is a version, also by keyboard; an old version is viewed and restored', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Roteiro', body: 'Primeira ideia' })
  await page.goto(`${DOCUMENTS}/${id}`)
  await page.getByRole('link', { name: 'Editar' }).click()
  await expect(textOf(page)).toHaveValue('Primeira ideia')
  await textOf(page).fill('Segunda ideia')
  await expect(page.getByText('Ainda não salvo.')).toBeVisible()
  await textOf(page).press('Control+s')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await expect(textOf(page)).toBeFocused()
  await textOf(page).fill('Terceira ideia')
  await saveOf(page).click()
  await expect(page.getByRole('article').getByText('Terceira ideia')).toBeVisible()

  const opener = page.getByRole('button', { name: /^Versão 3/ })
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Versões' })
  await expect(sheet.getByRole('listitem')).toHaveCount(3)
  await expect(sheet.getByRole('listitem').first()).toContainText('atual')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Versão 1/ }).press('Enter')
  const old = page.getByRole('dialog', { name: 'Versão 1' })
  await expect(old.getByText('Primeira ideia')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await sheet.getByRole('button', { name: /^Versão 2/ }).click()
  await page.getByRole('button', { name: 'Restaurar esta versão' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('article').getByText('Segunda ideia')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Versão 4/ })).toBeVisible()
})

test('a conflict of two tabs shows both texts, and none is lost', async ({ page, server }) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Oferta', body: 'No começo' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).fill('O meu texto')
  const tab = await page.context().newPage()
  await tab.goto(`${DOCUMENTS}/${id}`)
  await tab.getByRole('link', { name: 'Continuar de onde parou' }).click()
  await expect(tab.getByText('Recuperamos o que você tinha escrito.')).toBeVisible()
  await textOf(tab).fill('O texto da outra aba')
  await saveOf(tab).click()
  await expect(tab.getByRole('article').getByText('O texto da outra aba')).toBeVisible()
  await tab.close()

  await page.reload()
  await expect(textOf(page)).toHaveValue('O meu texto')
  await saveOf(page).click()
  const sheet = page.getByRole('dialog', { name: 'Este documento mudou em outro lugar' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Ver a outra versão' }).click()
  await expect(sheet.getByText('O texto da outra aba')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Continuar escrevendo' }).click()
  await expect(textOf(page)).toHaveValue('O meu texto')
  await textOf(page).press('Control+s')
  await sheet.getByRole('button', { name: 'Salvar a minha por cima' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await expect(page.getByRole('article').getByText('O meu texto')).toBeVisible()
  await page.getByRole('button', { name: /^Versão 3/ }).click()
  await page.getByRole('button', { name: /^Versão 2/ }).click()
  await expect(page.getByRole('dialog').getByText('O texto da outra aba')).toBeVisible()
})

test('a draft survives a reload and a refusal, asks before it is lost, and is discarded on request', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Roteiro', body: 'Salvo' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).fill('Meio escrito')
  await page.reload()
  await expect(textOf(page)).toHaveValue('Meio escrito')
  await expect(page.getByText('Recuperamos o que você tinha escrito.')).toBeVisible()
  await page.route('**/api/v1/documents/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  )
  await saveOf(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'indisponível' })).toBeVisible()
  await expect(textOf(page)).toHaveValue('Meio escrito')
  await page.unroute('**/api/v1/documents/*')

  await page.getByRole('link', { name: 'Cancelar' }).click()
  const guard = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await guard.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(textOf(page)).toHaveValue('Meio escrito')
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await guard.getByRole('button', { name: 'Descartar mudanças' }).click()
  await expect(page.getByRole('article').getByText('Salvo', { exact: true })).toBeVisible()
  await expect(page.getByText('Há mudanças suas')).toHaveCount(0)
  await page.getByRole('link', { name: 'Editar' }).click()
  await expect(textOf(page)).toHaveValue('Salvo')

  // Unsaved new text stays as a draft; no prompt.
  await page.goto(`${DOCUMENTS}/new`)
  await titleOf(page).fill('Uma ideia')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByRole('link', { name: 'Novo documento' }).click()
  await expect(titleOf(page)).toHaveValue('Uma ideia')
  await page.getByRole('button', { name: 'Começar do zero' }).click()
  await expect(titleOf(page)).toHaveValue('')
})

test('a document deleted elsewhere becomes a new one with the current text', async ({ page, server }) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Roteiro', body: 'Salvo' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).fill('Escrito enquanto isso')
  await page.request.delete(`/api/v1/documents/${id}`, { headers: { Origin: server.url } })
  await saveOf(page).click()
  const sheet = page.getByRole('dialog', { name: 'Este documento foi excluído' })
  await sheet.getByRole('button', { name: 'Salvar como documento novo' }).click()
  await expect(page.getByRole('article').getByText('Escrito enquanto isso')).toBeVisible()
  expect(page.url()).not.toContain(id)
  await page.goto(`${DOCUMENTS}/${id}`)
  await expect(page.getByRole('heading', { name: 'Este documento não está aqui' })).toBeVisible()
  await expectAccessible(page)
})

test('a document is deleted and restored from the list and from its page, by keyboard', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  for (const title of ['Primeiro', 'Segundo']) await makeDocument(page, server.url, { title, body: 'Texto' })
  await page.goto(DOCUMENTS)
  await expect(cardsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Opções de Segundo' }).press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(cardsOf(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardsOf(page)).toHaveCount(2)
  await expect(cardsOf(page).first()).toContainText('Segundo')

  await cardsOf(page).first().getByRole('link').press('Enter')
  await expectShown(page, 'Segundo')
  await page.getByRole('button', { name: 'Mais ações deste documento' }).press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expectShown(page, 'Documentos')
  await expect(cardsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Desfazer' }).press('Enter')
  await expectShown(page, 'Segundo')
})
