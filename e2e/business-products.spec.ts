import type { Page } from '@playwright/test'
import { cardsOf, chooseFor, keepProduct, keptTexts, METHOD } from './helpers/business.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { failure } from './helpers/stub-responses.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const bill = (page: Page) => page.getByRole('complementary', { name: 'Contas do preço' })
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! rascunho)/ })
const cards = (page: Page) => cardsOf(page, 'Produtos')

async function openList(page: Page, origin: string) {
  await signUp(page, origin)
  await page.goto('/app/personalizacao/produtos')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produtos')
}

/** Pastes a whole text at once, without key events. */
async function paste(page: Page, label: string, text: string) {
  await field(page, label).focus()
  await page.keyboard.insertText(text)
}

async function fillProduct(page: Page) {
  await field(page, 'Nome').fill('Mentoria Vitrine')
  await page.getByRole('radio', { name: 'Mentoria em grupo' }).check()
  await field(page, 'Persona principal').fill('Confeiteiras que vendem por encomenda')
  await field(page, 'Transformação').fill('De encomenda a vitrine cheia')
  await field(page, 'Conteúdo').fill('Oito encontros')
}

test('a product form shows each error at its field, computes while typing, and stores prices as typed', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openList(page, server.url)
  await expect(page.getByRole('figure')).toContainText('Um exemplo')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Novo produto' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Novo produto')
  await expectAccessible(page)

  await save(page).click()
  await expect(field(page, 'Nome')).toBeFocused()
  for (const [label, text] of [
    ['Nome', 'Nome é obrigatório'],
    ['Persona principal', 'Persona principal é obrigatória'],
    ['Transformação', 'Transformação é obrigatória'],
    ['Preço ancorado', 'Preço ancorado é obrigatório'],
    ['Preço praticado', 'Preço praticado é obrigatório'],
    ['Quantidade máxima de parcelas', 'Informe o número de parcelas'],
    ['Valor da parcela', 'Valor da parcela é obrigatório'],
    ['Conteúdo', 'Conteúdo é obrigatório'],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(text))
  }
  await expect(page.getByRole('radio', { name: 'Curso gravado' })).toHaveAccessibleDescription(
    'Selecione um tipo de produto',
  )
  await expectAccessible(page)

  await fillProduct(page)
  await field(page, 'Preço ancorado').pressSequentially('1.997,00')
  await paste(page, 'Preço praticado', 'R$ 997')
  await expect(bill(page)).toContainText('R$ 1.000,00')
  await expect(bill(page)).toContainText('50,1% a menos')
  await field(page, 'Valor da parcela').fill('cem')
  await field(page, 'Quantidade máxima de parcelas').fill('0')
  await save(page).click()
  await expect(field(page, 'Valor da parcela')).toHaveAccessibleDescription(
    /Valor da parcela deve ser um número válido/,
  )
  await expect(field(page, 'Quantidade máxima de parcelas')).toHaveAccessibleDescription(/no mínimo 1/)
  await field(page, 'Quantidade máxima de parcelas').fill('12')
  await field(page, 'Valor da parcela').fill('99.70')
  await expect(bill(page)).toContainText('R$ 1.196,40')
  await expect(bill(page)).toContainText('12x de R$ 99,70')
  await expect(bill(page)).toContainText('R$ 199,40')
  await expect(bill(page)).toContainText('20% a mais, cerca de 2,92% ao mês')
  // Screen readers get the result once, after the last key.
  await expect(bill(page).locator('[aria-live]')).toHaveText(/Desconto: .*Total parcelado: .*Juros: /)
  await expectAccessible(page)

  await save(page).click()
  await expect(page.getByText('Produto salvo.')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('R$ 997,00')
  await expect(cards(page)).toContainText('12x de R$ 99,70')
  expect(await keptTexts(page)).not.toContain('Mentoria Vitrine')
  await cards(page).getByRole('link').click()
  await expect(field(page, 'Preço ancorado')).toHaveValue('1.997,00')
  await expect(field(page, 'Preço praticado')).toHaveValue('R$ 997')
  await expect(field(page, 'Valor da parcela')).toHaveValue('99.70')
  await expect(field(page, 'Quantidade máxima de parcelas')).toHaveValue('12')
})

test('a draft survives a reload and another page, and is discarded on request', async ({ page, server }) => {
  await openList(page, server.url)
  await page.goto('/app/personalizacao/produtos/new')
  await field(page, 'Nome').fill('Meio escrito')
  await field(page, 'Preço ancorado').fill('R$ 1.9')
  await page.getByRole('radio', { name: 'Workshop' }).check()
  await page.reload()
  const restored = page.getByText('Recuperamos o que você tinha digitado.')
  await expect(restored).toBeVisible()
  await expect(field(page, 'Nome')).toHaveValue('Meio escrito')
  await expect(field(page, 'Preço ancorado')).toHaveValue('R$ 1.9')
  await expect(page.getByRole('radio', { name: 'Workshop' })).toBeChecked()
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produtos')
  await page.getByRole('link', { name: 'Novo produto' }).click()
  await expect(field(page, 'Nome')).toHaveValue('Meio escrito')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Começar do zero' }).click()
  await expect(field(page, 'Nome')).toHaveValue('')
  await expect(restored).toHaveCount(0)
  await page.reload()
  await expect(field(page, 'Nome')).toHaveValue('')
})

test('an edit asks before it is lost, and only changed fields are sent', async ({ page, server }) => {
  await openList(page, server.url)
  const { id } = await keepProduct(page)
  await page.goto(`/app/personalizacao/produtos/${id}`)
  await field(page, 'Nome').fill('Método Segunda Venda')
  await page.getByRole('navigation', { name: 'Personalização' }).getByRole('link', { name: 'Marcas' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(field(page, 'Nome')).toHaveValue('Método Segunda Venda')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Método Segunda Venda' })
  await expect(cards(page)).toContainText('Método Segunda Venda')

  await cards(page).getByRole('link').click()
  await field(page, 'Nome').fill('Outra coisa')
  await page.goBack()
  await sheet.getByRole('button', { name: 'Descartar mudanças' }).click()
  await expect(cards(page)).toContainText('Método Segunda Venda')
  await cards(page).getByRole('link').click()
  await expect(field(page, 'Nome')).toHaveValue('Método Segunda Venda')
})

test('the server’s errors are shown at their fields, and refused inputs are kept', async ({
  page,
  server,
}) => {
  await openList(page, server.url)
  await page.goto('/app/personalizacao/produtos/new')
  await fillProduct(page)
  for (const label of ['Preço ancorado', 'Preço praticado', 'Valor da parcela'])
    await field(page, label).fill('10')
  await field(page, 'Quantidade máxima de parcelas').fill('1')
  const answer = (status: number, json: unknown) =>
    page.route('**/api/v1/products', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.continue(),
    )
  await answer(
    400,
    failure('VALIDATION_ERROR', 'x', { anchorPrice: 'Preço ancorado deve ser um número válido' }),
  )
  await save(page).click()
  await expect(field(page, 'Preço ancorado')).toHaveAccessibleDescription(/deve ser um número válido/)
  await expect(field(page, 'Preço ancorado')).toBeFocused()
  await page.unroute('**/api/v1/products')
  await answer(503, {})
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'indisponível' })).toBeVisible()
  await expect(field(page, 'Nome')).toHaveValue('Mentoria Vitrine')
  await page.unroute('**/api/v1/products')
  await save(page).click()
  await expect(cards(page)).toHaveCount(1)
})

test('many products are searched while typing, paged, copied, deleted and restored', async ({
  page,
  server,
}) => {
  await openList(page, server.url)
  for (let index = 1; index <= 21; index += 1) await keepProduct(page, { name: `Curso número ${index}` })
  await keepProduct(page, { name: 'Imersão de Páscoa', type: 'Evento Presencial' })
  await page.reload()
  await expect(cards(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Mostrar mais' }).click()
  await expect(cards(page)).toHaveCount(22)
  await expectAccessible(page)
  const search = page.getByRole('searchbox', { name: 'Buscar produtos' })
  await search.pressSequentially('pascoa')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Imersão de Páscoa')
  await expect(page).toHaveURL(/\?q=pascoa$/)

  await chooseFor(page, 'Imersão de Páscoa', 'Duplicar')
  await expect(field(page, 'Nome')).toHaveValue('Imersão de Páscoa (cópia)')
  await expect(field(page, 'Preço ancorado')).toHaveValue(METHOD.anchorPrice)
  await expect(page.getByRole('radio', { name: 'Evento Presencial' })).toBeChecked()
  await save(page).click()
  await expect(cards(page).first()).toContainText('Imersão de Páscoa (cópia)')

  await search.fill('páscoa')
  await expect(cards(page)).toHaveCount(2)
  await chooseFor(page, 'Imersão de Páscoa (cópia)', 'Excluir')
  await expect(page.getByText('Produto excluído.')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('Produto de volta.')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  await search.fill('nada parecido')
  await expect(page.getByText('Nada com o nome “nada parecido”.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  // The pages loaded before are still there.
  await expect(cards(page)).toHaveCount(23)
})

test('failed loads have a retry, and a deleted item is reported as such', async ({ page, server }) => {
  await openList(page, server.url)
  await page.route('**/api/v1/products*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  const said = page.getByRole('alert').filter({ hasText: 'Não carregou' })
  await expect(said).toBeVisible()
  await page.unroute('**/api/v1/products*')
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Qual é o seu primeiro produto?')).toBeVisible()
  await page.goto('/app/personalizacao/produtos/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Isso não está mais aqui')
  await page.getByRole('link', { name: 'Ver os produtos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produtos')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('each field opens its suitable keyboard, and the save button is within reach', async ({
    page,
    server,
  }) => {
    await openList(page, server.url)
    await page.getByRole('link', { name: 'Novo produto' }).tap()
    for (const label of ['Preço ancorado', 'Preço praticado', 'Valor da parcela']) {
      await expect(field(page, label)).toHaveAttribute('inputmode', 'decimal')
    }
    await expect(field(page, 'Quantidade máxima de parcelas')).toHaveAttribute('inputmode', 'numeric')
    // Phones zoom into a focused field with smaller text.
    for (const input of await page.locator('main').locator('input[type="text"], textarea').all()) {
      const size = await input.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(size).toBeGreaterThanOrEqual(16)
    }
    await expect(save(page)).toBeInViewport({ ratio: 1 })
    await fillProduct(page)
    await paste(page, 'Preço ancorado', 'R$ 1.997')
    await paste(page, 'Preço praticado', '997,00')
    await paste(page, 'Quantidade máxima de parcelas', '12')
    await paste(page, 'Valor da parcela', '99,70')
    await expect(bill(page)).toContainText('R$ 199,40')
    await save(page).tap()
    await expect(cards(page)).toHaveCount(1)
  })
})
