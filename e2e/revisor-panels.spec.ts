import type { Locator, Page } from '@playwright/test'
import { makeProduct, test } from './helpers/context.ts'
import {
  DOCUMENTS,
  expectShown,
  makeDocument,
  saveOf,
  textOf,
  titleOf,
  toolOf,
  writeAsMarkdown,
} from './helpers/documents.ts'
import { expect, expectAccessible, signUp } from './helpers/fixtures.ts'
import { BODY, findingOf, review, selected } from './helpers/revisor.ts'
import { fits } from './helpers/viewports.ts'

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Achados' })
/** The room between the words in the text and the panel over its lower part. */
async function roomAbovePanel(page: Page, words: Locator): Promise<number | undefined> {
  const [place, over] = [await words.boundingBox(), await panelOf(page).boundingBox()]
  return place && over ? over.y - place.y - place.height : undefined
}

test('a document is reviewed beside the visual editor, where another version is one step of undo', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto(DOCUMENTS)
  await makeProduct(page, 'Página que Vende', { practicePrice: 'R$ 997,00' })
  const { id } = await makeDocument(page, server.url, { title: 'Página de vendas', body: BODY })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await toolOf(page, 'Reescrever').focus()
  await page.keyboard.press('ArrowRight')
  await expect(toolOf(page, 'Revisar')).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = panelOf(page)
  const status = panel.getByRole('status').first()
  await expect(panel.getByRole('heading', { name: 'Achados' })).toBeFocused()
  await expect(status).toHaveText(/^3 achados pelas regras de \d\d\/\d\d\.$/)
  await expect(panel).toContainText('Só o título público é conhecido; não revisada por advogado.')
  const marks = textOf(page).locator('[data-severity]')
  const [faturei, vagas, price, melhor] = [
    'Faturei R$ 80 mil',
    'Últimas vagas',
    'R$ 979,00',
    'O melhor curso do Brasil',
  ] as const
  await expect(marks).toHaveText([faturei, vagas, melhor])
  await expectAccessible(page)
  await panel.locator('summary').click()
  await panel.getByLabel('Produto').selectOption({ label: 'Página que Vende' })
  await expect(status).toHaveText(/^O que você escolheu para comparar mudou desde a revisão/)
  await panel.getByRole('button', { name: 'Revisar de novo' }).click()
  await expect(marks).toHaveText([faturei, vagas, price, melhor])
  await expect(panel.getByRole('heading', { name: 'Achados' })).toBeFocused()
  const best = findingOf(page, 'Superlativo sem prova')
  await best.getByRole('button', { name: 'Mostrar no texto' }).press('Enter')
  await expect(textOf(page)).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(melhor)
  await page.keyboard.press('ArrowLeft')
  await expect(panel.locator('[data-pointed]')).toContainText('Superlativo sem prova')
  await best.getByRole('button', { name: 'Mostrar no texto' }).press('Enter')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.press('Control+b')

  // Another version is one step of undo, and keeps the bold of the words.
  // A closed panel keeps the paid answers and the typed text, also when the text is reviewed again.
  const reopen = async () => {
    await panel.getByRole('button', { name: 'Fechar' }).click()
    await expect(panel).toHaveCount(0)
    const reviewed = page.waitForResponse('**/api/v1/reviews')
    await toolOf(page, 'Revisar').click()
    await reviewed
  }
  await best.getByRole('button', { name: 'Reescrever' }).click()
  await expect(best.getByRole('button', { name: 'Usar esta versão' })).toBeVisible()
  await reopen()
  await best.getByRole('button', { name: 'Usar esta versão' }).click()
  const bold = textOf(page).locator('strong')
  await expect(bold).toHaveText('O melhor curso do Br')
  await expect(best).toHaveCount(0)
  await expect(marks).toHaveText([faturei, vagas, price])
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(bold).toHaveText(melhor)
  await expect(marks).toHaveText([faturei, vagas, price, melhor])
  await best.getByRole('button', { name: 'Ignorar' }).click()
  await best.getByLabel('Por que ignorar?').press('Escape')
  await expect(best.getByLabel('Por que ignorar?')).toHaveCount(0)
  await expect(best.getByRole('button', { name: 'Mostrar no texto' })).toBeFocused()
  await best.getByRole('button', { name: 'Ignorar' }).click()
  await best.getByLabel('Por que ignorar?').fill('É o nome do prêmio')
  await reopen()
  await expect(best.getByLabel('Por que ignorar?')).toHaveValue('É o nome do prêmio')
  await best.getByRole('button', { name: 'Ignorar este achado' }).click()
  await expect(status).toHaveText(/^3 achados .*, 1 com anotação sua\.$/)
  await expect(panel.getByRole('heading', { name: 'Achados' })).toBeFocused()
  await expect(marks).toHaveText([faturei, vagas, price])
  await best.getByRole('button', { name: 'Desfazer' }).click()
  await expect(marks).toHaveText([faturei, vagas, price, melhor])

  await textOf(page)
    .getByText('no primeiro ano')
    .click({ position: { x: 250, y: 10 } })
  await page.keyboard.type('NOVO')
  await expect(textOf(page)).toContainText('NOVO')
  await expect(marks).toHaveText([faturei, vagas, price, melhor])
  await marks.last().click({ position: { x: 30, y: 8 } })
  await page.keyboard.type('x')
  await expect(marks).toHaveText([faturei, vagas, price])
  await expect(status).toHaveText(/^O texto mudou desde a revisão: revise de novo\./)
  await page.keyboard.press('Backspace')
  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('button', { name: 'Revisar de novo' }).click()
  await best.getByRole('button', { name: 'Mostrar no texto' }).click()
  await expect.poll(() => roomAbovePanel(page, marks.last())).toBeGreaterThan(0)
  await fits(page)
  await panel.getByRole('heading', { name: 'Achados' }).press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(textOf(page)).toBeFocused()
})

test('a new document is reviewed beside its Markdown, and is saved with its remarks', async ({
  page,
  server,
}) => {
  await writeAsMarkdown(page.context())
  await signUp(page, server.url)
  await page.goto(`${DOCUMENTS}/new`)
  await titleOf(page).fill('Anúncio')
  await review(page)
  const panel = panelOf(page)
  const status = panel.getByRole('status').first()
  await expect(status).toHaveText('Cole ou escreva um texto.')
  await textOf(page).fill(
    '# Oferta\n\nFaturei R$ 80 mil.\n\nÚltimas vagas!\n\n- O melhor curso do Brasil.\n\nEle viveu do digital em um mês.',
  )
  await panel.getByRole('button', { name: 'Revisar de novo' }).click()
  const marks = page.locator('mark[data-severity]')
  const words = ['Faturei R$ 80 mil', 'Últimas vagas', 'O melhor curso do Brasil']
  await expect(marks).toHaveText(words)
  await panel.getByRole('button', { name: 'Pedir a leitura do modelo' }).click()
  await expect(marks).toHaveText([...words, 'viveu do digital'])
  await expect(panel).toContainText('ou salvar o documento novo apaga o que ela achou.')
  await expectAccessible(page)

  // They move with the text.
  await textOf(page).press('Control+Home')
  await page.keyboard.type('Olá! ')
  await expect(marks).toHaveText([...words, 'viveu do digital'])
  const result = findingOf(page, 'Resultado contado sem ressalva')
  await result.getByRole('button', { name: 'Reescrever' }).click()
  await result.getByRole('button', { name: 'Usar esta versão' }).click()
  await expect(textOf(page)).toHaveValue(/Oferta\n\nResultados variam de pessoa para pessoa\./)
  await expect(marks).toHaveText(['Últimas vagas', 'O melhor curso do Brasil', 'viveu do digital'])
  const urgency = findingOf(page, 'Urgência ou escassez sem base')
  await urgency.getByRole('button', { name: 'Tenho prova' }).click()
  await urgency.getByLabel('Qual é a prova?').fill('Planilha de inscrições')
  await urgency.getByRole('button', { name: 'Guardar a prova' }).click()
  await expect(urgency).toContainText('Com prova')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(titleOf(page)).toHaveValue('Anúncio')
  await findingOf(page, 'Renda ou resultado garantido')
    .getByRole('button', { name: 'Mostrar no texto' })
    .click()
  expect(await selected(page)).toBe('viveu do digital')
  await expect.poll(() => roomAbovePanel(page, marks.last())).toBeGreaterThan(0)
  await fits(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Fechar' }).click()
  await expect(marks).toHaveCount(0)
  await saveOf(page).click()
  await expectShown(page, 'Anúncio')
  await page.getByRole('link', { name: 'Editar' }).click()
  await review(page)
  await expect(status).toHaveText(/^1 achado .*, 1 com anotação sua\.$/)
  await expect(urgency).toContainText('Planilha de inscrições')

  // An emptied form is another document, which gets no remark of the one before.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${DOCUMENTS}/new`)
  await textOf(page).fill('O melhor curso do Brasil.')
  await review(page)
  const best = findingOf(page, 'Superlativo sem prova')
  const ignore = async (reason: string) => {
    await best.getByRole('button', { name: 'Ignorar' }).click()
    await best.getByLabel('Por que ignorar?').fill(reason)
    await best.getByRole('button', { name: 'Ignorar este achado' }).click()
    await expect(status).toHaveText(/^Nenhum achado em aberto .*, 1 com anotação sua\.$/)
  }
  await ignore('De antes')
  await textOf(page).fill('')
  await textOf(page).fill('O **melhor** curso do Brasil.')
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await toolOf(page, 'Revisar').click()
  await expect(status).toHaveText(/^1 achado pelas regras de \d\d\/\d\d\.$/)

  // A remark on formatted words that is added during the save is stored with the document, after another try if needed.
  await titleOf(page).fill('Prêmio')
  await page.route('**/review-notes', (route) => route.abort(), { times: 1 })
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/documents', async (route) => {
    await gate.promise
    await route.continue()
  })
  await saveOf(page).click()
  await ignore('É o nome do prêmio')
  gate.resolve()
  await expectShown(page, 'Prêmio')
  await expect(page.getByText(/^1 anotação ainda não foi guardada/)).toBeVisible()
  await page.getByRole('link', { name: 'Editar' }).click()
  await toolOf(page, 'Revisar').click()
  await expect(status).toHaveText(/^Nenhum achado em aberto .*, 1 com anotação sua\.$/)
  await expect(best).toContainText('É o nome do prêmio')
})
