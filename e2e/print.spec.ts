import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { DOCUMENTS, makeDocument, TEXT } from './helpers/documents.ts'
import { fillChat } from './helpers/fill-chat.ts'
import { composerOf, expect, messagesOf, newPerson, signUp, test } from './helpers/fixtures.ts'
import { openAgent } from './helpers/history.ts'

/** A4 in points, the unit of PDF. */
const A4 = [0, 0, 595, 842]

/** The printed page: the text of each sheet, and the first sheet's size. */
async function print(page: Page) {
  // With the fallback font, lines break elsewhere, and the extracted text with them.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const file = await page.pdf({ preferCSSPageSize: true })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text } = await extractText(pdf)
  const { view } = await pdf.getPage(1)
  return { sheets: text, all: text.join('\n'), size: view.map(Math.round) }
}

// Dark scheme: the printout must be white nevertheless.
test.use({ colorScheme: 'dark' })

test('a printed chat has title, date and every loaded message, without buttons', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const person = await signUp(page, server.url, newPerson('Rafaela Prado'))
  const agent = await openAgent(page)
  const id = randomUUID()
  const headers = { Origin: server.url }
  await page.request.post('/api/v1/chats', { data: { id, agentId: agent.id }, headers })
  await page.request.patch(`/api/v1/chats/${id}`, { data: { title: 'Turma de março' }, headers })
  await fillChat(server, id, 60)
  await page.goto(`/app/${agent.id}/${id}`)
  await expect(page.getByText('Pergunta 60: como vendo mais?')).toBeInViewport()
  await expect(page.getByRole('main').getByText('Turma de março')).toBeVisible()

  const paper = await print(page)
  expect(paper.size).toEqual(A4)
  expect(paper.sheets[0]).toContain('Turma de março')
  expect(paper.sheets[0]).toContain(`${person.name} e ${agent.name}`)
  expect(paper.sheets[0]).toMatch(/Começou em \d+ de \p{L}+ de \d{4} às \d\d:\d\d/u)
  // The newest fifty questions are loaded, even off-screen; the printout says that there are more.
  const questions = paper.all.matchAll(/Pergunta\s+(\d+):\s+como\s+vendo\s+mais\?/g)
  expect([...questions].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 11),
  )
  expect(paper.all.match(/Rafaela\s+Prado\s+\d+\s+de\s+\p{L}+\s+de\s+\d{4}\s+às/gu)).toHaveLength(50)
  expect(paper.all).toContain('Esta conversa começa antes daqui.')
  expect(paper.sheets.at(-1)).toContain(`${paper.sheets.length} / ${paper.sheets.length}`)
  for (const pressed of ['Nova conversa', 'Copiar', 'Mensagem para', 'Personalização', 'Dona da Casa']) {
    expect(paper.all).not.toContain(pressed)
  }

  // The screen is unchanged afterwards.
  await expect(composerOf(page)).toBeVisible()
  await expect(page.getByText('Começou em')).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  await expect(composerOf(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Conversas' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turma de março')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(messagesOf(page).first()).toHaveCSS('color', 'rgb(33, 26, 20)')
})

test('a printed document has its title, author and whole text', async ({ page, server }) => {
  await signUp(page, server.url, newPerson('Rafaela Prado'))
  const lines = Array.from(
    { length: 60 },
    (_, index) => `Parágrafo ${index + 1}. ${'Venda todo dia. '.repeat(12)}`,
  )
  const wide = `${TEXT}\n\n\`\`\`\n${'largo '.repeat(60)}fim\n\`\`\`\n\n[Guia](https://exemplo.com.br/guia/de-vendas)`
  const { id } = await makeDocument(page, server.url, {
    title: 'Plano de março',
    body: `${wide}\n\n${lines.join('\n\n')}`,
  })
  await page.goto(`${DOCUMENTS}/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plano de março')

  const paper = await print(page)
  expect(paper.size).toEqual(A4)
  expect(paper.sheets.length).toBeGreaterThan(2)
  expect(paper.sheets[0]).toContain('Plano de março')
  expect(paper.sheets[0]).toMatch(/Rafaela Prado, versão 1, \d+ de \p{L}+ de \d{4}/u)
  expect(paper.all.match(/Parágrafo \d+\./g)).toHaveLength(60)
  expect(paper.all.match(/largo/g)).toHaveLength(60)
  expect(paper.all.replace(/\s/g, '')).toContain('(https://exemplo.com.br/guia/de-vendas)')
  for (const pressed of ['Editar', 'Exportar', 'Copiar', 'Versão 1, agora', 'Produtos', 'Credenciais']) {
    expect(paper.all).not.toContain(pressed)
  }
})
