import { DOCUMENTS, makeDocument, rewritingOf, textOf, titleOf, toolOf } from './helpers/documents.ts'
import { expect, signUp, test } from './helpers/fixtures.ts'

test('a rewriting is about what is selected, and never takes away what was written since', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const body = 'Primeira frase. Resto.\n\nOutra frase. Resto.'
  const { id } = await makeDocument(page, server.url, { title: 'Trechos', body })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).getByText('Primeira').click({ clickCount: 3 })
  await toolOf(page, 'Reescrever').click()
  await expect(rewritingOf(page)).toBeVisible()
  await textOf(page).getByText('Outra').click({ clickCount: 3 })
  await toolOf(page, 'Reescrever').click()
  await rewritingOf(page).getByRole('button', { name: 'Mais curto' }).click()
  const take = rewritingOf(page).getByRole('button', { name: 'Usar esta versão' })
  await expect(take).toBeVisible()
  await textOf(page).getByText('Outra').click()
  await page.keyboard.type('NOVO')
  await take.click()
  await expect(rewritingOf(page).getByRole('alert')).toContainText('Você mexeu no trecho depois do pedido.')
  await expect(textOf(page)).toContainText('NOVO')
  await take.click()
  await expect(rewritingOf(page)).toHaveCount(0)
  await expect(textOf(page).locator('p')).toHaveText(['Primeira frase. Resto.', 'Outra frase.'])
})

test('a slash between words asks for nothing, and its menu goes with the focus', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto(`${DOCUMENTS}/new`)
  await textOf(page).click()
  await page.keyboard.type('Aula 1 / 2')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Inserir' })
  await expect(menu).toBeVisible()
  await titleOf(page).click()
  await expect(menu).toHaveCount(0)
  await expect(textOf(page).locator('p')).toHaveText(['Aula 1 / 2', '/'])
})
