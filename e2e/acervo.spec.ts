import { pdfFile } from '#server/testing/factories/attachment-files.ts'
import { attach, transferOf } from './helpers/attachments.ts'
import { makeCollection } from './helpers/collections.ts'
import { makeDocument } from './helpers/documents.ts'
import {
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('files are read, searched inside with their place, and gone from the search once they are deleted', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const chat = page.url()
  await page.goto('/app/personalizacao/acervo')
  await expect(page.getByText('Nenhuma coleção ainda')).toBeVisible()
  await expect(page.getByRole('figure').getByRole('paragraph')).toHaveText([
    'Qual é o prazo de garantia?',
    '“Devolvemos o valor inteiro em até sete dias depois da compra.” [1]',
    '[1] Guia da oferta.pdf · página 12 · Garantia',
  ])
  await holdsInEveryLook(page)
  const book = pdfFile(['Capa do livro', 'A mentoria dura nove semanas.', ' '])
  const dataTransfer = await transferOf(page, [
    file('oferta.md', '# Oferta\n\n## Garantia\n\nDevolvemos o valor em sete dias.'),
    file('aula 3.srt', '1\n00:12:31,000 --> 00:12:35,000\nO carrinho abre na quinta.'),
    { name: 'livro.pdf', mimeType: 'application/pdf', buffer: book },
    file('vazio.txt', '…'),
  ])
  // Files that are dropped beside the collections ask for one.
  await page.dispatchEvent('body', 'dragenter', { dataTransfer })
  await expect(page.getByText('Solte aqui')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  const sheet = page.getByRole('dialog', { name: 'Nova coleção' })
  await expect(sheet).toContainText('Os 4 arquivos entram nela.')
  await sheet.getByLabel('Nome').fill('Aulas do método')
  await sheet.getByRole('button', { name: 'Criar coleção' }).click()
  await expect(page.getByRole('heading', { name: 'Aulas do método' })).toBeVisible()
  const sources = page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')
  await expect(sources).toHaveCount(4)
  // One at a time is read; the others say that they wait.
  await expect(sources.filter({ hasText: /Na fila|Lendo…/ })).not.toHaveCount(0)
  await expect(sources.filter({ hasText: 'oferta.md' })).toContainText('1 trecho', { timeout: 30_000 })
  await expect(sources.filter({ hasText: 'livro.pdf' })).toContainText('2 trechos · 1 página sem texto', {
    timeout: 30_000,
  })
  await expect(sources.filter({ hasText: 'aula 3.srt' })).toContainText('1 trecho', { timeout: 30_000 })
  const failed = sources.filter({ hasText: 'vazio.txt' })
  await expect(failed).toContainText('Este arquivo está vazio.', { timeout: 30_000 })
  // Another reading of the same file would fail too.
  await expect(failed.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
  await expectAccessible(page)

  // The demonstration has no embedding model.
  await expect(page.getByText('A busca acha palavras, não significados')).toHaveCount(1)
  const search = page.getByRole('searchbox', { name: 'Buscar nesta coleção' })
  await search.fill('carrinho')
  const found = page.getByRole('region', { name: 'Trechos achados' }).getByRole('listitem')
  await expect(found).toContainText('minuto 12:31')
  await expect(found.locator('mark')).toHaveText('carrinho')
  await search.fill('valor devolvido')
  await expect(found).toContainText('Oferta › Garantia')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await search.fill('')

  await page.getByRole('button', { name: 'Opções de aula 3.srt' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir de vez' }).click()
  await expect(sources).toHaveCount(3)
  await fits(page)
  await search.fill('carrinho')
  await expect(page.getByText('Nenhum trecho fala de “carrinho”.')).toBeVisible()
  await search.fill('')

  const offer = sources.filter({ hasText: 'oferta.md' })
  const replace = async (text: string) => {
    await page.getByRole('button', { name: 'Opções de oferta.md' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Enviar nova versão' }).click()
    await (await choosing).setFiles(file('oferta v2.md', text))
  }
  const second = '# Oferta\n\nDevolvemos em trinta dias.\n\n# Bônus\n\nUma aula.'
  await replace(second)
  await expect(offer).toContainText('2 trechos', { timeout: 30_000 })
  await replace(second)
  await expect(page.getByText('“oferta.md” já tem este arquivo: nada mudou.')).toBeVisible()
  await page.getByRole('link', { name: 'Acervo', exact: true }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Espaço usado' })).toBeAttached()

  // A long name without blanks fits the sheets on a phone.
  const bonusName = `bônus_${'planilha'.repeat(9)}.md`
  const bonus = await transferOf(page, [file(bonusName, '# Bônus\n\nUma planilha de preços.')])
  await page.dispatchEvent('body', 'drop', { dataTransfer: bonus })
  const choice = page.getByRole('dialog', { name: 'Guardar no Acervo' })
  await expect(choice).toContainText(`Em que coleção fica “${bonusName}”?`)
  const isNarrow = (dialog: Element) => dialog.scrollWidth <= dialog.clientWidth
  expect(await choice.evaluate(isNarrow)).toBe(true)
  await expectAccessible(page)
  await fits(page)
  await choice.getByRole('button', { name: 'Nova coleção' }).click()
  await expect(sheet).toContainText(`“${bonusName}” entra nela.`)
  expect(await sheet.evaluate(isNarrow)).toBe(true)
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await choice.getByRole('button', { name: /^Aulas do método/ }).click()
  await expect(page.getByRole('heading', { name: 'Aulas do método' })).toBeVisible()
  await expect(sources.filter({ hasText: bonusName })).toContainText('1 trecho', { timeout: 30_000 })

  await page.goto(chat)
  await exchange(page, 'Quanto dura a mentoria? Nove semanas [1]. [[repeat]]')
  await repliesOf(page).last().getByRole('button', { name: 'Fonte 1: livro.pdf, página 2' }).click()
  await expect(page.getByRole('dialog').getByRole('blockquote')).toContainText(
    'A mentoria dura nove semanas.',
  )
})

test('an attachment of a message and a document become sources, once each, and the file is downloaded', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await makeCollection(page, server.url, 'Guias')
  await makeDocument(page, server.url, {
    title: 'Roteiro da aula',
    body: '# Roteiro\n\nA mentoria abre na terça.',
  })
  await attach(page, file('garantia.md', '# Garantia\n\nDevolvemos em sete dias.'))
  await say(page, 'O que diz a garantia?')
  await replyEnded(page)
  const keep = async () => {
    await page.getByRole('button', { name: 'Opções de garantia.md' }).click()
    await page.getByRole('menuitem', { name: 'Guardar no Acervo' }).click()
  }
  await keep()
  const sheet = page.getByRole('dialog', { name: 'Guardar no Acervo' })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Guias/ }).click()
  await expect(page.getByText('“garantia.md” está em Guias.')).toBeVisible()
  await keep()
  await sheet.getByRole('button', { name: 'Nova coleção' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Ofertas')
  await page.getByRole('button', { name: 'Criar coleção' }).click()
  await expect(page.getByText('“garantia.md” está em Ofertas.')).toBeVisible()
  await keep()
  await sheet.getByRole('button', { name: /^Guias/ }).click()
  await expect(sheet).toHaveCount(0)

  await page.goto('/app/personalizacao/acervo')
  await page.getByRole('link', { name: /^Guias/ }).click()
  const sources = page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')
  await expect(sources).toHaveCount(1)
  await expect(sources).toContainText('1 trecho', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Dos meus documentos' }).click()
  const documents = page.getByRole('dialog', { name: 'Dos meus documentos' })
  await documents.getByRole('checkbox', { name: 'Roteiro da aula' }).check()
  await expectAccessible(page)
  await documents.getByRole('button', { name: 'Juntar documento' }).click()
  await expect(sources.filter({ hasText: 'Roteiro da aula' })).toContainText('1 trecho', { timeout: 30_000 })

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Opções de garantia.md' }).click()
  await page.getByRole('menuitem', { name: 'Baixar' }).click()
  expect((await started).suggestedFilename()).toBe('garantia.md')
})
