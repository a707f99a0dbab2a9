import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('files are read, searched inside with their place, and gone from the search once they are deleted', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao/acervo')
  await expect(page.getByText('Nenhuma coleção ainda')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nova coleção' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Nome').fill('Aulas do método')
  await sheet.getByRole('button', { name: 'Criar coleção' }).click()
  await expect(page.getByRole('heading', { name: 'Aulas do método' })).toBeVisible()

  await page
    .getByLabel('Arquivos para o acervo')
    .setInputFiles([
      file('oferta.md', '# Oferta\n\n## Garantia\n\nDevolvemos o valor em sete dias.'),
      file('aula 3.srt', '1\n00:12:31,000 --> 00:12:35,000\nO carrinho abre na quinta.'),
      file('vazio.txt', '…'),
    ])
  const sources = page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')
  await expect(sources).toHaveCount(3)
  await expect(sources.filter({ hasText: 'oferta.md' })).toContainText('1 trecho', { timeout: 30_000 })
  await expect(sources.filter({ hasText: 'aula 3.srt' })).toContainText('1 trecho', { timeout: 30_000 })
  const failed = sources.filter({ hasText: 'vazio.txt' })
  await expect(failed).toContainText('Este arquivo está vazio.', { timeout: 30_000 })
  // Another reading of the same file would fail too.
  await expect(failed.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
  await expectAccessible(page)

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
  await expect(sources).toHaveCount(2)
  await fits(page)
  await search.fill('carrinho')
  await expect(page.getByText('Nenhum trecho fala de “carrinho”.')).toBeVisible()
})
