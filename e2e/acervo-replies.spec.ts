import type { Locator, Page } from '@playwright/test'
import { consult, says } from '#server/testing/factories/cited-source.ts'
import { actOn, addTextSource, makeCollection, sourcesOn } from './helpers/collections.ts'
import { groundsOf, makeBrand, makeOffer, makeProduct, mention, test } from './helpers/context.ts'
import { exchange, expect, expectAccessible, openNewChat, repliesOf } from './helpers/fixtures.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

const linesOf = (part: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Na lição ${at + 1} ${part} o curso fala de vendas com calma.`)
const stepsOf = (reply: Locator) => reply.getByRole('list', { name: 'Passos desta resposta' })

/** The three paragraphs of the passage on screen: before, the marked one, and after. */
async function markedOf(sheet: Locator) {
  const quote = sheet.getByRole('blockquote')
  await expect(quote.locator('mark')).toBeVisible()
  await expect(quote.getByRole('paragraph')).toHaveCount(3)
  const [before = '', marked = '', after = ''] = await quote.getByRole('paragraph').allTextContents()
  return { before, marked, after }
}

const open = async (page: Page, name: RegExp) => {
  await repliesOf(page).last().getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}

test('a passage is marked between what stands before and after it, and stays as it was read once its source is read again', async ({
  page,
  server,
  double,
}) => {
  await openNewChat(page, server.url)
  const collection = await makeCollection(page, server.url, 'Guias')
  const words = [...linesOf('do começo', 22), 'O reembolso sai em sete dias.', ...linesOf('do fim', 34)].join(
    ' ',
  )
  await addTextSource(page, server.url, collection, { name: 'guia.md', text: `# Garantia\n\n${words}` })
  double.script(says('Em sete dias [1].'))
  await exchange(page, 'Quando sai o reembolso?')
  const sheet = await open(page, /^Fonte 1: guia\.md/)
  const { before, marked, after } = await markedOf(sheet)
  expect(before).toMatch(/^…/)
  expect(after).toMatch(/…$/)
  // The three follow each other in the source, without the sentences that the passages share.
  expect(marked).toContain('O reembolso sai em sete dias.')
  expect(words).toContain(`${before.slice(1)} ${marked} ${after.slice(0, -1)}`)
  await holdsInEveryLook(page)

  await expect(page).not.toHaveURL(/\/chat$/)
  const chat = page.url()
  await page.goto(`/app/personalizacao/acervo/${collection.id}`)
  const choosing = page.waitForEvent('filechooser')
  await actOn(page, 'guia.md', 'Enviar nova versão')
  const second = Buffer.from('# Garantia\n\nO reembolso sai em trinta dias.')
  await (await choosing).setFiles([{ name: 'guia.md', mimeType: 'text/markdown', buffer: second }])
  await expect(sourcesOn(page)).toContainText('1 trecho', { timeout: 30_000 })
  await page.goto(chat)
  const old = await open(page, /^Fonte 1: guia\.md/)
  await expect(old.getByRole('blockquote')).toHaveText(marked)
  await expect(old.locator('mark')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  double.script(says('Agora em trinta dias [1].'))
  await exchange(page, 'E agora, quando sai o reembolso?')
  const fresh = await open(page, /^Fonte \d: guia\.md/)
  await expect(fresh.getByRole('blockquote')).toHaveText('O reembolso sai em trinta dias.')
})

test('the model looks something up, and the step says what it looked for', async ({
  page,
  server,
  double,
}) => {
  await openNewChat(page, server.url)
  const collection = await makeCollection(page, server.url, 'Aulas')
  const text = '# Aula\n\nA mentoria acontece na quinta.'
  await addTextSource(page, server.url, collection, { name: 'aula.md', text })
  double.script(consult({ query: 'dia da mentoria' }), says('Na quinta [1].'))
  await exchange(page, 'Bom dia?')
  const reply = repliesOf(page).last()
  await expect(stepsOf(reply)).toHaveText('Consultou o Acervo: “dia da mentoria”')
  await expect(reply).toContainText('Na quinta [1].')
  await page.reload()
  await expect(stepsOf(reply)).toHaveText('Consultou o Acervo: “dia da mentoria”')
  await holdsInEveryLook(page)
  const sheet = await open(page, /^Fonte 1: aula\.md/)
  await expect(sheet.getByRole('blockquote')).toHaveText('A mentoria acontece na quinta.')
  await page.keyboard.press('Escape')

  const queries = ['mentoria', 'certificado']
  double.script(consult(...queries.map((query) => ({ query }))), says('Pronto.'))
  await exchange(page, 'Mais uma vez?')
  await expect(stepsOf(repliesOf(page).last())).toHaveText(
    'Consultou o Acervo 2 vezes: “mentoria”, “certificado”',
  )
})

test('“Baseado em” names sources beside products and brands, each source once, and opens its passage', async ({
  page,
  server,
  double,
}) => {
  await openNewChat(page, server.url)
  const chat = page.url()
  const productId = await makeProduct(page, 'Curso de Violão')
  const brandId = await makeBrand(page, 'Escola Sol')
  await makeOffer(page, 'Semana do Violão', { productIds: [productId], brandIds: [brandId] })
  const guides = await makeCollection(page, server.url, 'Guias')
  const books = await makeCollection(page, server.url, 'Livros')
  await addTextSource(page, server.url, guides, {
    name: 'guia.md',
    text: '# Garantia\n\nO reembolso sai em sete dias.\n\n# Troca\n\nO reembolso de uma troca leva um mês.',
  })
  await addTextSource(page, server.url, books, { name: 'livro.md', text: 'Um reembolso é um direito.' })
  await page.goto(chat)
  await mention(page, 'semana', 'Semana do Violão')
  double.script(says('Sete dias [1], um mês [2], e é um direito [3].'))
  await exchange(page, 'Como é o reembolso?')
  const reply = repliesOf(page).last()
  await expect(groundsOf(reply)).toHaveCount(5)
  for (const name of ['Semana do Violão', 'Curso de Violão', 'Escola Sol', 'guia.md', 'livro.md']) {
    await expect(groundsOf(reply).filter({ hasText: name })).toHaveCount(1)
  }
  await expect(groundsOf(reply).last()).toContainText('.md')
  // Two of its passages are cited, each by a number of its own.
  const numbers = reply.getByRole('button', { name: /^Fonte \d: guia\.md/ })
  await expect(numbers).toHaveCount(2)
  await holdsInEveryLook(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)

  const label = await numbers.first().getAttribute('aria-label')
  const [title = ''] = label?.split(',') ?? []
  const chip = groundsOf(reply).getByRole('button', { name: 'guia.md' })
  await chip.click()
  const sheet = page.getByRole('dialog', { name: title })
  await expect(sheet.getByRole('blockquote')).toHaveText(
    /^O reembolso (sai em sete dias|de uma troca leva um mês)\.$/,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
  await groundsOf(reply).getByRole('button', { name: 'Escola Sol' }).click()
  await expect(page.getByRole('dialog', { name: 'Escola Sol' })).toBeVisible()
})
