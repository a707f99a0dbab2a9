import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDocumentSource, makeCollection } from './helpers/collections.ts'
import { makeBrand, makeOffer, makeProduct, stored, test } from './helpers/context.ts'
import { DOCUMENTS, makeDocument, textOf } from './helpers/documents.ts'
import { composerOf, expect, expectAccessible, openNewChat, repliesOf, signUp } from './helpers/fixtures.ts'
import { BODY, findingOf, review, selected, statusOf } from './helpers/revisor.ts'
import { fits } from './helpers/viewports.ts'

/** The words of the findings in the order in which Tab reaches them. */
async function tabbedFindings(page: Page): Promise<string[]> {
  const words: string[] = []
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) break
    const [, quote] = /^Mostrar no texto: “(.*)”$/.exec((await focused.textContent()) ?? '') ?? []
    if (quote) words.push(quote)
  }
  return words
}

test('a document is reviewed: one finding is rewritten, one proved, one ignored, and they move with the text', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto(DOCUMENTS)
  await makeProduct(page, 'Página que Vende', { practicePrice: 'R$ 997,00' })
  const { id } = await makeDocument(page, server.url, { title: 'Página de vendas', body: BODY })
  await page.goto(`${DOCUMENTS}/${id}`)
  await page.getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('heading', { name: 'Revisar Página de vendas' })).toBeVisible()
  await page.getByLabel('Produto').selectOption({ label: 'Página que Vende' })
  await review(page)
  await expect(statusOf(page)).toHaveText(/^4 achados pelas regras de \d\d\/\d\d\.$/)
  await expect(page.getByRole('heading', { name: 'Achados' })).toBeFocused()
  await expect(findingOf(page, 'Preço diferente do salvo')).toContainText('O preço salvo é R$ 997,00.')
  const result = findingOf(page, 'Resultado contado sem ressalva')
  await expect(result).toContainText('Lida em 28/11/2026; não revisada por advogado.')
  await expectAccessible(page)

  // By keyboard from the heading to the words in the text.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pedir a leitura do modelo' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
  expect(await selected(page)).toBe('Faturei R$ 80 mil')
  // And from the words to their card.
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('[data-pointed]')).toContainText('Resultado contado sem ressalva')
  await page.keyboard.press('Control+End')
  await expect(page.locator('[data-pointed]')).toHaveCount(0)

  // The double writes what the rule's suggestion quotes.
  await result.getByRole('button', { name: 'Reescrever' }).click()
  await expect(result.getByRole('region', { name: 'O que muda' })).toContainText('pessoa para pessoa.')
  await expect(textOf(page)).toHaveValue(BODY)
  await result.getByRole('button', { name: 'Usar esta versão' }).click()
  await expect(textOf(page)).toHaveValue(/^Resultados variam de pessoa para pessoa\. no primeiro ano/)
  await expect(result).toHaveCount(0)
  await expect(statusOf(page)).toHaveText(
    'O texto mudou desde a revisão: revise de novo. Dela restam 3 achados.',
  )
  await review(page)
  await expect(statusOf(page)).toHaveText(/^3 achados pelas regras/)
  await page.getByLabel('Onde vai sair').selectOption({ label: 'E-mail' })
  await expect(statusOf(page)).toHaveText(/^O que você escolheu para comparar mudou desde a revisão/)
  await page.getByLabel('Onde vai sair').selectOption({ label: 'Página' })
  await expect(statusOf(page)).toHaveText(/^3 achados pelas regras/)

  const urgency = findingOf(page, 'Urgência ou escassez sem base')
  await urgency.getByRole('button', { name: 'Mostrar no texto' }).click()
  expect(await selected(page)).toBe('Últimas vagas')
  await urgency.getByRole('button', { name: 'Tenho prova' }).click()
  await urgency.getByRole('button', { name: 'Guardar a prova' }).click()
  await expect(urgency).toContainText('Escreva o motivo')
  await urgency.getByLabel('Qual é a prova?').fill('Planilha de inscrições de hoje')
  const files = urgency.locator('input[type=file]')
  await files.setInputFiles({ name: 'vagas.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') })
  await expect(urgency).toContainText('“vagas.csv” não serve: a prova é um PDF ou uma imagem.')
  const buffer = await readFile('public/icons/icon-192.png')
  await files.setInputFiles({ name: 'Vagas de hoje.png', mimeType: 'image/png', buffer })
  await expect(urgency).toContainText('Vagas de hoje.png')
  await urgency.getByRole('button', { name: 'Tirar' }).click()
  await expect(urgency.getByRole('button', { name: 'Escolher arquivo' })).toBeFocused()
  await expect(urgency).not.toContainText('Vagas de hoje.png')
  expect(await files.inputValue()).toBe('')
  await files.setInputFiles({ name: 'Vagas de hoje.png', mimeType: 'image/png', buffer })
  await urgency.getByRole('button', { name: 'Guardar a prova' }).click()
  await expect(urgency).toContainText('Com prova')
  const file = await urgency.getByRole('link', { name: 'Vagas de hoje.png' }).getAttribute('href')
  expect((await page.request.get(server.url + file)).headers()['content-type']).toMatch(/^image\//)

  const best = findingOf(page, 'Superlativo sem prova')
  await best.getByRole('button', { name: 'Ignorar' }).click()
  await best.getByLabel('Por que ignorar?').fill('É o nome do prêmio')
  await best.getByRole('button', { name: 'Ignorar este achado' }).click()
  await expect(statusOf(page)).toHaveText(/^1 achado .*, 2 com anotação sua\.$/)

  await page.getByRole('button', { name: 'Salvar no documento' }).click()
  await expect(page.getByText('Documento salvo.')).toBeVisible()
  expect(await stored(page, `/documents/${id}`)).toMatchObject({ version: 2 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await review(page)
  await expect(statusOf(page)).toHaveText(/^Nenhum achado em aberto .*, 2 com anotação sua\.$/)
  await fits(page)
  await expectAccessible(page)
  await best.getByRole('button', { name: 'Desfazer' }).click()
  await expect(statusOf(page)).toHaveText(/^1 achado .*, 1 com anotação sua\.$/)
})

test('a pasted text is reviewed by keyboard, and saved as a document with its remarks', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/revisor')
  await makeProduct(page, 'Página que Vende', { practicePrice: 'R$ 997,00' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Salvar como documento' })).toBeDisabled()
  await textOf(page).focus()
  await page.keyboard.insertText(BODY)
  await page.getByLabel('Produto').selectOption({ label: 'Página que Vende' })
  await review(page)
  await expect(page.getByRole('heading', { name: 'Achados' })).toBeFocused()
  // Each finding is underlined at its words in the text, and moves with them.
  const marked = page.locator('mark[data-severity]')
  const words = ['Faturei R$ 80 mil', 'Últimas vagas', 'R$ 979,00', 'O melhor curso do Brasil']
  await expect(marked).toHaveText(words)
  await expect(marked.nth(2)).toHaveAttribute('data-severity', 'block')
  await expect(page.getByRole('region', { name: 'Achados' }).getByRole('list')).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - article "Resultado contado sem ressalva"
      - listitem:
        - article "Urgência ou escassez sem base"
      - listitem:
        - article "Preço diferente do salvo"
      - listitem:
        - article "Superlativo sem prova"
  `)
  expect(await tabbedFindings(page)).toEqual(words)

  const result = findingOf(page, 'Resultado contado sem ressalva')
  await result.getByRole('button', { name: 'Reescrever' }).click()
  await result.getByRole('button', { name: 'Usar esta versão' }).click()
  await expect(result).toHaveCount(0)
  const urgency = findingOf(page, 'Urgência ou escassez sem base')
  await urgency.getByRole('button', { name: 'Tenho prova' }).click()
  await urgency.getByLabel('Qual é a prova?').fill('Planilha de inscrições')
  await urgency.getByRole('button', { name: 'Guardar a prova' }).click()
  const best = findingOf(page, 'Superlativo sem prova')
  await best.getByRole('button', { name: 'Ignorar' }).click()
  await best.getByLabel('Por que ignorar?').fill('É o nome do prêmio')
  await best.getByRole('button', { name: 'Ignorar este achado' }).click()

  // Choices and remarks stay in this browser.
  await page.reload()
  await expect(page.getByLabel('Produto')).toHaveValue(/./)
  await review(page)
  await expect(statusOf(page)).toHaveText(/^1 achado .*, 2 com anotação sua\.$/)
  await expect(findingOf(page, 'Preço diferente do salvo')).toContainText('O preço salvo é R$ 997,00.')
  await page.getByRole('button', { name: 'Salvar como documento' }).click()
  await expect(page.getByText('Documento “Texto revisado” salvo.')).toBeVisible()
  await page.getByRole('button', { name: 'Abrir' }).click()
  await page.getByRole('link', { name: 'Revisar' }).click()
  await expect(textOf(page)).toHaveValue(/^Resultados variam de pessoa para pessoa\./)
  await review(page)
  await expect(statusOf(page)).toHaveText(/^Nenhum achado em aberto .*, 2 com anotação sua\.$/)
  await expect(urgency).toContainText('Planilha de inscrições')
})

test('an offer is reviewed before it is saved, and beside what is saved', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao/ofertas')
  const productId = await makeProduct(page, 'Página que Vende', { practicePrice: 'R$ 997,00' })
  const chosen = { brandIds: [await makeBrand(page, 'Raiz na Janela')], productIds: [productId] }
  const offerId = await makeOffer(page, 'Turma de dezembro', chosen, { offer: 'Doze aulas.' })
  await page.goto('/app/personalizacao/ofertas/new')
  await page.getByLabel('Big Idea').fill('Lucro garantido na turma nova.')
  await page.getByRole('link', { name: 'Revisar' }).click()
  await expect(textOf(page)).toHaveValue('Lucro garantido na turma nova.')
  await expect(page.getByRole('combobox', { name: 'Oferta' })).toHaveValue('')
  await review(page)
  const promised = findingOf(page, 'Renda ou resultado garantido')
  await promised.getByRole('button', { name: 'Ignorar' }).click()
  await promised.getByLabel('Por que ignorar?').fill('O contrato garante')
  await promised.getByRole('button', { name: 'Ignorar este achado' }).click()
  await expect(promised).toContainText('O contrato garante')
  await page.getByRole('link', { name: 'Voltar à oferta' }).click()
  await expect(page.getByLabel('Big Idea')).toHaveValue('Lucro garantido na turma nova.')
  // The remark goes to the saved offer, and nothing stays for the next new one.
  await page.getByRole('textbox', { name: 'Nome' }).fill('Turma nova')
  await page.getByRole('button', { name: 'Salvar rascunho' }).click()
  await page.getByRole('link', { name: 'Turma nova' }).first().click()
  await page.getByRole('link', { name: 'Revisar' }).click()
  await expect(textOf(page)).toHaveValue('Lucro garantido na turma nova.')
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /offer-nova/.test(key))),
  ).toEqual([])
  await review(page)
  await expect(promised).toContainText('O contrato garante')

  await page.goto(`/app/personalizacao/ofertas/${offerId}`)
  await page.getByLabel('Mecanismo').fill('Renda garantida por apenas R$ 979,00.')
  await page.getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('combobox', { name: 'Oferta' })).toHaveValue(offerId)
  await expect(page.getByLabel('Produto')).toHaveValue(productId)
  await review(page)
  await expect(findingOf(page, 'Renda ou resultado garantido')).toBeVisible()
  await expect(findingOf(page, 'Preço diferente do salvo')).toContainText('O preço salvo é R$ 997,00.')
  // An edit here is written back to its field of the form.
  await textOf(page).fill((await textOf(page).inputValue()).replace('979', '997'))
  await page.getByRole('link', { name: 'Voltar à oferta' }).click()
  await expect(page.getByLabel('Mecanismo')).toHaveValue('Renda garantida por apenas R$ 997,00.')
  await expect(page.getByLabel('Oferta', { exact: true })).toHaveValue('Doze aulas.')
})

test('a model reads on demand, at its price, and a source proves what it finds', async ({ page, server }) => {
  await signUp(page, server.url)
  const text = 'Ele viveu do digital em um mês.'
  const { id } = await makeDocument(page, server.url, { title: 'Anúncio', body: text })
  const collection = await makeCollection(page, server.url, 'Provas')
  const contract = await makeDocument(page, server.url, { title: 'Contrato do aluno', body: 'Ele assinou.' })
  await addDocumentSource(page, server.url, collection, contract)
  await page.goto(`${DOCUMENTS}/${id}/revisar`)
  await review(page)
  await expect(statusOf(page)).toHaveText(/^Nenhum achado/)
  const reading = page.getByRole('region', { name: 'Leitura do modelo' })
  await expect(reading).toContainText('Valem só os achados das regras do código.')
  await expect(reading).toContainText('Este texto conta como 1 mensagem.')
  await reading.getByRole('button', { name: 'Pedir a leitura do modelo' }).click()
  await expect(reading).toContainText('O que ele não achou também pode dar problema.')
  const promise = page.getByRole('article', { name: 'Renda ou resultado garantido' })
  await expect(promise).toContainText('pela leitura do modelo')
  await expect(promise).toContainText('Promete uma renda que ninguém garante.')
  await promise.getByRole('button', { name: 'Mostrar no texto' }).click()
  expect(await selected(page)).toBe('viveu do digital')
  await expectAccessible(page)
  await promise.getByRole('button', { name: 'Tenho prova' }).click()
  await promise.getByLabel('Fonte do Acervo').selectOption({ label: 'Contrato do aluno (Provas)' })
  await promise.getByRole('button', { name: 'Guardar a prova' }).click()
  await expect(promise).toContainText('Fonte: Contrato do aluno')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a reply is reviewed, and an edit takes its finding away', async ({ page, server, double }) => {
    await openNewChat(page, server.url)
    double.script({ kind: 'reply', tokens: ['Ganhe R$ 5.000 por mês.'], delayMs: 0 })
    // Enter is a new line on a touch screen.
    await composerOf(page).fill('Escreva o anúncio')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(repliesOf(page).last()).toContainText('por mês.')
    await repliesOf(page).last().getByRole('button', { name: 'Mais ações desta resposta' }).tap()
    await page.getByRole('menuitem', { name: 'Revisar' }).tap()
    await expect(textOf(page)).toHaveValue('Ganhe R$ 5.000 por mês.')
    await page.getByLabel('Onde vai sair').selectOption({ label: 'Anúncio Meta' })
    await review(page)
    await expect(statusOf(page)).toHaveText(/^1 achado pelas regras/)
    await fits(page)
    await expectAccessible(page)
    await textOf(page).fill('Lucro garantido!')
    await expect(statusOf(page)).toHaveText('O texto mudou desde a revisão: revise de novo.')
    await textOf(page).fill('Aprenda a vender todo mês.')
    await review(page)
    await expect(statusOf(page)).toHaveText(/^Nenhum achado pelas regras de \d\d\/\d\d\.$/)
    await page.reload()
    await expect(textOf(page)).toHaveValue('Aprenda a vender todo mês.')
    await page.getByRole('button', { name: 'Limpar' }).tap()
    await review(page)
    await expect(page.getByText('Cole ou escreva um texto')).toBeVisible()
  })
})
