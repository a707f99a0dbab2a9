import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  actOn,
  addTextSource,
  changeSource,
  makeCollection,
  sourcesOn,
  storeSources,
} from './helpers/collections.ts'
import { makeDocument, patchDocument } from './helpers/documents.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { failure } from './helpers/stub-responses.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

const ACERVO = '/app/personalizacao/acervo'
const found = (page: Page) => page.getByRole('region', { name: 'Trechos achados' }).getByRole('listitem')

test('collections are searched together, changed and deleted; a source is renamed; a long list goes on', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const lessons = await makeCollection(page, server.url, 'Aulas')
  const books = await makeCollection(page, server.url, 'Livros')
  const names = Array.from({ length: 23 }, (_, at) => `aula ${at + 1}.md`)
  await storeSources(
    server,
    lessons,
    names.map((name) => ({ name, texts: [`Resumo da ${name}.`] })),
  )
  await addTextSource(page, server.url, books, {
    name: 'livro.md',
    text: '# Prazo\n\nO carrinho fecha no domingo.',
  })
  await storeSources(server, lessons, [{ name: 'extra.md', texts: ['O carrinho abre na quinta.'] }])

  await page.goto(ACERVO)
  await page.getByRole('searchbox', { name: 'Buscar no acervo' }).fill('carrinho')
  await expect(found(page)).toHaveCount(2)
  await expect(found(page).filter({ hasText: 'extra.md' })).toContainText('O carrinho abre na quinta.')
  const inBook = found(page).filter({ hasText: 'livro.md' })
  await expect(inBook).toContainText('Markdown · Prazo')
  await expect(inBook.locator('mark')).toHaveText('carrinho')
  await holdsInEveryLook(page)
  await inBook.getByRole('link', { name: 'livro.md' }).click()
  await expect(page.getByRole('list', { name: 'Trechos' })).toContainText('O carrinho fecha no domingo.')
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Buscar no acervo' })).toHaveValue('carrinho')
  await page.getByRole('searchbox', { name: 'Buscar no acervo' }).fill('')

  await page.getByRole('link', { name: /^Aulas/ }).click()
  await expect(sourcesOn(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Mostrar mais fontes' }).click()
  await expect(sourcesOn(page)).toHaveCount(24)
  await expect(page.getByRole('button', { name: 'Mostrar mais fontes' })).toHaveCount(0)
  await expect(sourcesOn(page).last()).toContainText('aula 1.md')

  await actOn(page, 'extra.md', 'Renomear')
  const naming = page.getByRole('dialog', { name: 'Renomear fonte' })
  await naming.getByLabel('Nome').fill(' ')
  await naming.getByRole('button', { name: 'Salvar' }).click()
  await expect(naming.getByText('Nome é obrigatório')).toBeVisible()
  await naming.getByLabel('Nome').fill('Aula aberta.md')
  await naming.getByRole('button', { name: 'Salvar' }).click()
  await expect(naming).toHaveCount(0)
  await expect(sourcesOn(page).filter({ hasText: 'Aula aberta.md' })).toContainText('1 trecho')
  await expect(sourcesOn(page).filter({ hasText: 'extra.md' })).toHaveCount(0)

  await actOn(page, 'Aulas', 'Editar')
  const editing = page.getByRole('dialog', { name: 'Editar coleção' })
  await expect(editing.getByLabel('Nome')).toHaveValue('Aulas')
  await editing.getByLabel('Nome').fill('Aulas do método')
  await editing.getByLabel('Descrição (opcional)').fill('As aulas da turma de maio.')
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Aulas do método' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('As aulas da turma de maio.')
  await expect(sourcesOn(page).first()).toContainText('Aula aberta.md')

  await actOn(page, 'Aulas do método', 'Excluir')
  const deleting = page.getByRole('dialog', { name: 'Excluir a coleção?' })
  await expect(deleting).toContainText('“Aulas do método” e as suas fontes são apagadas com os arquivos')
  await expectAccessible(page)
  await deleting.getByRole('button', { name: 'Excluir de vez' }).click()
  await expect(page).toHaveURL(ACERVO)
  await expect(page.getByRole('list', { name: 'Suas coleções' }).getByRole('listitem')).toHaveText([
    /^Livros/,
  ])
  await page.getByRole('searchbox', { name: 'Buscar no acervo' }).fill('carrinho')
  await expect(found(page)).toHaveCount(1)
  await page.goto(`${ACERVO}/${lessons.id}`)
  await expect(page.getByText('Esta coleção não está mais aqui')).toBeVisible()
})

test('the meters show how full the Acervo is, and grow with each source', async ({ page, server }) => {
  await signUp(page, server.url)
  const collection = await makeCollection(page, server.url, 'Guias')
  const meter = (name: string) => page.getByRole('progressbar', { name })
  const filledOf = async (name: string) => Number(await meter(name).getAttribute('value'))
  await page.goto(ACERVO)
  await expect(page.getByRole('main')).toContainText(/0 trechos de 20\.000 · 0\sbytes em arquivos/)
  await expect(meter('Trechos usados')).toHaveAttribute('max', '20000')
  await expect(meter('Trechos usados')).toHaveAttribute('value', '0')
  await expect(meter('Espaço usado')).toHaveAttribute('max', '1000000000')
  const before = await filledOf('Espaço usado')

  const text = `# Oferta\n\n${'Devolvemos em sete dias. '.repeat(20)}\n\n# Bônus\n\nUma planilha.`
  await addTextSource(page, server.url, collection, { name: 'oferta.md', text })
  await page.reload()
  await expect(page.getByRole('main')).toContainText(/2 trechos de 20\.000 · \d+\sbytes em arquivos/)
  await expect(page.getByRole('main')).toContainText(
    /[\d.,]+\s\w+ de 1\sGB do espaço do seu plano, com conversas e documentos/,
  )
  await expect(meter('Trechos usados')).toHaveAttribute('value', '2')
  await expect.poll(() => filledOf('Espaço usado')).toBeGreaterThanOrEqual(before + Buffer.byteLength(text))
  await expect(page.getByRole('link', { name: /^Guias/ })).toContainText('1 fonte · 2 trechos')
  await holdsInEveryLook(page)

  await page.getByRole('link', { name: /^Guias/ }).click()
  await actOn(page, 'oferta.md', 'Excluir')
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir de vez' }).click()
  await expect(sourcesOn(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Acervo', exact: true }).first().click()
  await expect(meter('Trechos usados')).toHaveAttribute('value', '0')
  await expect.poll(() => filledOf('Espaço usado')).toBe(before)
})

test('the work on a source is followed from its start to its end without a reload', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const collection = await makeCollection(page, server.url, 'Livros')
  // An instance that holds the source for longer than the journey.
  const held = { workerId: randomUUID(), leaseUntil: new Date(Date.now() + 3_600_000) }
  const [id = ''] = await storeSources(server, collection, [
    { ...held, name: 'livro.md', state: 'reading', version: 0, passages: 0, done: 0, total: 0, texts: [] },
  ])
  await page.goto(ACERVO)
  await expect(page.getByRole('link', { name: /^Livros/ })).toContainText('1 na fila ou em leitura')
  await page.getByRole('link', { name: /^Livros/ }).click()
  const source = sourcesOn(page)
  const bar = source.getByRole('progressbar', { name: 'Andamento de livro.md' })
  await expect(source).toContainText('Lendo…')
  await changeSource(server, id, { state: 'splitting' })
  await expect(source).toContainText('Dividindo em trechos…')
  await expect(bar).toHaveCount(0)
  await changeSource(server, id, { state: 'indexing', done: 340, total: 900 })
  await expect(source).toContainText('Indexando 340 de 900')
  await expect(bar).toHaveAttribute('value', '340')
  await expect(bar).toHaveAttribute('max', '900')
  await holdsInEveryLook(page)
  await changeSource(server, id, { done: 880 })
  await expect(bar).toHaveAttribute('value', '880')
  const done = { state: 'ready', version: 1, passages: 900, workerId: null, leaseUntil: null } as const
  await changeSource(server, id, done)
  await expect(source).toContainText('900 trechos')
  await expect(bar).toHaveCount(0)
})

test('a page is added by its address, which stays when it is refused; pages and documents are read again', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const collection = await makeCollection(page, server.url, 'Páginas')
  const document = await makeDocument(page, server.url, { title: 'Roteiro', body: '# Aula\n\nUma ideia.' })
  // The server reads public addresses only, so this page was read earlier.
  await storeSources(server, collection, [
    {
      name: 'Oferta de maio',
      kind: 'page',
      address: 'https://127.0.0.1/oferta',
      texts: ['Garantia de sete dias.'],
    },
  ])
  await page.goto(`${ACERVO}/${collection.id}`)
  const address = page.getByLabel('Ou uma página pública')
  const add = page.getByRole('button', { name: 'Juntar página' })
  await address.fill('ftp://exemplo.com.br/guia')
  await add.click()
  await expect(address).toHaveAccessibleDescription(/Use o endereço de uma página pública/)
  await expect(address).toHaveValue('ftp://exemplo.com.br/guia')
  const route = `**/api/v1/collections/${collection.id}/sources/page`
  await page.route(route, (it) =>
    it.fulfill({ status: 409, json: failure('CONFLICT', 'O acervo já tem 1.000 fontes.') }),
  )
  await address.fill('https://127.0.0.1/painel')
  await add.click()
  await expect(page.getByRole('alert')).toContainText('O acervo já tem 1.000 fontes.')
  await expect(address).toHaveValue('https://127.0.0.1/painel')
  await holdsInEveryLook(page)
  await page.unroute(route)

  await add.click()
  await expect(address).toHaveValue('')
  const refused = sourcesOn(page).filter({ hasText: '127.0.0.1 painel' })
  const sentence = 'Este endereço não pode ser lido. Use o de uma página pública'
  await expect(refused).toContainText(sentence, { timeout: 30_000 })
  await expect(refused).toContainText('Página')
  const asked = page.waitForResponse((it) => it.url().endsWith('/read'))
  await refused.getByRole('button', { name: 'Tentar de novo' }).click()
  expect((await asked).ok()).toBe(true)
  await expect(refused).toContainText(sentence, { timeout: 30_000 })

  // A reading that fails leaves the passages of the one before.
  const stored = sourcesOn(page).filter({ hasText: 'Oferta de maio' })
  await expect(stored).toContainText('1 trecho')
  await actOn(page, 'Oferta de maio', 'Ler de novo')
  await expect(stored).toContainText(sentence, { timeout: 30_000 })
  await expect(stored).toContainText('Da leitura anterior: 1 trecho.')
  await holdsInEveryLook(page)
  await page.getByRole('searchbox', { name: 'Buscar nesta coleção' }).fill('garantia')
  await expect(found(page)).toContainText('Garantia de sete dias.')
  await page.getByRole('searchbox', { name: 'Buscar nesta coleção' }).fill('')

  await page.getByRole('button', { name: 'Dos meus documentos' }).click()
  const documents = page.getByRole('dialog', { name: 'Dos meus documentos' })
  await documents.getByRole('checkbox', { name: 'Roteiro' }).check()
  await documents.getByRole('button', { name: 'Juntar documento' }).click()
  const script = sourcesOn(page).filter({ hasText: 'Roteiro' })
  await expect(script).toContainText('1 trecho', { timeout: 30_000 })
  await patchDocument(page, server.url, document.id, {
    body: '# Aula\n\nOutra ideia.\n\n# Convite\n\nVenha na terça.',
    version: document.version,
  })
  await actOn(page, 'Roteiro', 'Ler de novo')
  await expect(script).toContainText('2 trechos', { timeout: 30_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
})
