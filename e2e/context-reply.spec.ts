import {
  change,
  chipsOf,
  groundsOf,
  makeBrand,
  makeOffer,
  makeProduct,
  mention,
  stored,
  test,
} from './helpers/context.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  say,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

test('a reply lists its context, and shows it as it was then', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const productId = await makeProduct(page, 'Curso de Violão', { mainPersona: 'Quem nunca tocou' })
  const brandId = await makeBrand(page, 'Escola Sol')
  await makeOffer(page, 'Semana do Violão', { productIds: [productId], brandIds: [brandId] })
  await mention(page, 'semana', 'Semana do Violão')
  await say(page, 'Devagar [[tokens=60 delay=20]]')
  // While the reply runs, only the sent choice is known; included items appear once it is stored.
  await expect(groundsOf(repliesOf(page).last())).toContainText(['Semana do Violão'])
  await expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false')
  await expect(groundsOf(repliesOf(page).last())).toHaveCount(3)
  await expect(chipsOf(page)).toHaveText(['Semana do Violão'])
  await change(page, `/products/${productId}`, { name: 'Violão Total', mainPersona: 'Quem já toca' })
  await page.reload()
  const product = groundsOf(repliesOf(page).last()).getByRole('button', { name: 'Curso de Violão' })
  await product.click()
  const dialog = page.getByRole('dialog', { name: 'Curso de Violão' })
  await expect(dialog).toContainText('Quem nunca tocou')
  await expect(dialog).toContainText('como estava naquele momento')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(product).toBeFocused()
  await exchange(page, 'E agora?')
  await expect(groundsOf(repliesOf(page).last())).toContainText(['Violão Total'])
  await expect(groundsOf(repliesOf(page).first())).toContainText(['Curso de Violão'])
})

test('a failed request for the context has a retry', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await makeProduct(page, 'Curso de Violão')
  await mention(page, 'curso', 'Curso de Violão')
  await exchange(page, 'Primeira')
  await page.route('**/grounding', (route) => route.fulfill({ status: 503, json: {} }))
  await groundsOf(repliesOf(page).last()).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.unroute('**/grounding')
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('dialog')).toContainText('Redatores')
})

test('missing business data is asked for in place and saved', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const brandId = await makeBrand(page, 'Escola Sol', { toneOfVoice: '', differentiators: '' })
  const productId = await makeProduct(page, 'Curso de Violão')
  await makeOffer(page, 'Semana do Violão', { productIds: [productId], brandIds: [brandId] })
  await mention(page, 'semana', 'Semana do Violão')
  const form = page.getByRole('region', { name: 'Para Clara escrever melhor' })
  await expect(form).toContainText('o tom de voz e os diferenciais de Escola Sol')
  await expect(form.getByRole('textbox')).toHaveCount(0)
  await form.getByRole('button', { name: 'Completar' }).click()
  await expect(form.getByRole('textbox')).toHaveCount(2)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form).toContainText('Escreva aqui, ou feche com o ×')
  await form.getByLabel('Tom de voz').fill('Alegre e direto')
  await page.reload()
  await form.getByRole('button', { name: 'Completar' }).click()
  await expect(form.getByLabel('Tom de voz')).toHaveValue('Alegre e direto')
  await page.route('**/api/v1/brands/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.fallback()
    const error = { code: 'VALIDATION_ERROR', message: 'x', details: { toneOfVoice: 'Não dá para salvar' } }
    await route.fulfill({ status: 400, json: { success: false, error } })
  })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form).toContainText('Não dá para salvar')
  await page.unroute('**/api/v1/brands/*')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Salvo em Escola Sol.')).toBeVisible()
  expect(await stored(page, `/brands/${brandId}`)).toMatchObject({
    toneOfVoice: 'Alegre e direto',
    differentiators: null,
    audience: 'Redatores em início de carreira',
  })
  await expect(form.getByRole('textbox')).toHaveCount(1)
  // The request does not block the chat, and can be dismissed.
  await exchange(page, 'Escreva')
  await expect(form.getByLabel('Diferenciais')).toBeVisible()
  await form.getByRole('button', { name: 'Agora não' }).click()
  await expect(form).toHaveCount(0)
  await page.reload()
  await expect(chipsOf(page)).toHaveText(['Semana do Violão'])
  await expect(form).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('missing data is one line until expanded', async ({ page, server }) => {
    await openNewChat(page, server.url)
    const brandId = await makeBrand(page, 'Escola Sol', { toneOfVoice: '' })
    await composerOf(page).tap()
    await mention(page, 'escola', 'Escola Sol')
    const form = page.getByRole('region', { name: 'Para Clara escrever melhor' })
    await expect(form.getByRole('button', { name: 'Completar' })).toBeVisible()
    await expect(form.getByRole('textbox')).toHaveCount(0)
    await fits(page)
    await form.getByRole('button', { name: 'Completar' }).tap()
    await form.getByLabel('Tom de voz').fill('Alegre')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Salvar' }).tap()
    await expect(form).toHaveCount(0)
    expect(await stored(page, `/brands/${brandId}`)).toMatchObject({ toneOfVoice: 'Alegre' })
  })
})
