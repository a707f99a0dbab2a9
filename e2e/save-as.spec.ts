import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  replyEnded,
  test,
} from './helpers/fixtures.ts'
import { useMessages } from './helpers/plans.ts'
import {
  answerDrafts,
  choose,
  chooseAction,
  menuOf,
  openDocument,
  PRODUCT_DRAFT,
  REPLY,
  reading,
  reviewOf,
  selectIn,
  selectToSave,
  sheetOf,
  storedDocument,
} from './helpers/save-as.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test('a reply is saved as a document, titled by its first heading, and the toast opens it', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  const chatId = chatIdOf(page)
  await chooseAction(page, 'Salvar como…')
  await expect(sheetOf(page)).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Documento')
  await expect(page.getByText('Documento “Plano de vendas” salvo.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menuOf(page)).toBeFocused()
  await openDocument(page)
  expect(await storedDocument(page)).toMatchObject({
    title: 'Plano de vendas',
    body: REPLY,
    version: 1,
    source: { chatId },
  })
})

test('a document that fails to save says why, and a retry saves it once', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Só um texto [[echo]]')
  await page.route('**/api/v1/documents', (route) => route.fulfill({ status: 503, json: {} }))
  await chooseAction(page, 'Salvar como…')
  await choose(page, 'Documento')
  await expect(sheetOf(page).getByRole('alert')).toContainText('O documento não foi salvo.')
  await page.unroute('**/api/v1/documents')
  await choose(page, 'Documento')
  // Without a heading, the document has the chat's title.
  await expect(page.getByText(/^Documento “Só um texto/)).toBeVisible()
  const { data } = await (await page.request.get('/api/v1/documents')).json()
  expect(data.items).toHaveLength(1)
})

test('in a used-up month a form is not filled in: the plans are offered, and the form by hand', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  const { data: me } = await (await page.request.get('/api/v1/me')).json()
  await useMessages(server, me.email, 200)
  await chooseAction(page, 'Salvar como…')
  await choose(page, 'Produto')
  await expect(page.getByText(/Você já usou todas as mensagens deste mês do plano Gratuito/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Como continuar' }).click()
  await expect(page.getByRole('dialog')).toContainText('200 de 200 mensagens do plano Gratuito')
  await page.getByRole('dialog').getByRole('button', { name: 'Agora não' }).click()
  await page.getByRole('button', { name: 'Preencher à mão' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toBeVisible()
})

test('a reply fills in a product form, which is saved after a review, with a way back', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const drafts = await answerDrafts(page, PRODUCT_DRAFT)
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await selectIn(page, 'p')
  await chooseAction(page, 'Salvar seleção como…')
  await choose(page, 'Produto')
  await expect(page).toHaveURL(
    /\/app\/personalizacao\/produtos\/new\?conversa=[0-9a-f-]{36}&mensagem=[0-9a-f-]{36}$/,
  )
  await expect(reading(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancelar e preencher à mão' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Texto da resposta' })).toContainText('Bolos que vendem')
  await expectAccessible(page)
  drafts.release()
  await expect(reviewOf(page)).toContainText('9 campos vieram da resposta e estão marcados.')
  expect(drafts.bodies).toEqual([
    { kind: 'product', selection: 'O curso **Bolos que vendem** ensina a vender *sem desconto*.' },
  ])
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Bolos que vendem')
  await expect(page.getByRole('radio', { name: 'Curso gravado' })).toBeChecked()
  await expect(page.getByLabel('Preço praticado')).toHaveValue('997,00')
  await expect(page.getByLabel('Entregáveis adicionais')).toHaveValue('')
  await expectAccessible(page)
  await page.getByLabel('Nome', { exact: true }).fill('Bolos que vendem sempre')
  await page.getByRole('button', { name: 'Salvar produto' }).click()
  await expect(page).toHaveURL(/\/app\/personalizacao\/produtos$/)
  await expect(page.getByText('Bolos que vendem sempre')).toBeVisible()
  await page.getByRole('button', { name: 'Voltar à conversa' }).click()
  await expect(repliesOf(page).last()).toBeInViewport()
  await expect(composerOf(page)).toBeVisible()
})

test('the form has the values that the reply states, and leaves the others blank', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await exchange(page, '## Bolos que vendem\n\nPersona: Confeiteiras de bairro\n\nPreço: 997,00\n[[echo]]')
  await chooseAction(page, 'Salvar como…')
  await choose(page, 'Produto')
  await expect(reviewOf(page)).toContainText('3 campos vieram da resposta e estão marcados.')
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Bolos que vendem')
  await expect(page.getByLabel('Persona principal')).toHaveValue('Confeiteiras de bairro')
  await expect(page.getByLabel('Preço praticado')).toHaveValue('997,00')
  await expect(page.getByLabel('Transformação')).toHaveValue('')
  await page.getByRole('button', { name: 'Salvar produto' }).click()
  await expect(page.getByText('Transformação é obrigatória')).toBeVisible()
  await expect(page.getByLabel('Persona principal')).toHaveValue('Confeiteiras de bairro')
})

for (const { kind, name, path, values, label, value } of [
  {
    kind: 'brand' as const,
    name: 'Marca',
    path: 'marcas',
    values: {
      name: 'Doce Ofício',
      description: 'Escola de confeitaria.',
      audience: '',
      toneOfVoice: 'Próximo e direto.',
      differentiators: '',
      website: '',
      instagram: '',
    },
    label: /Tom de voz/,
    value: 'Próximo e direto.',
  },
  {
    kind: 'offer' as const,
    name: 'Oferta',
    path: 'ofertas',
    values: { name: 'Turma de março', bigIdea: 'Vender sem desconto.', mechanism: '', offer: '' },
    label: /Big Idea/,
    value: 'Vender sem desconto.',
  },
]) {
  test(`a reply fills in the form: ${kind}`, async ({ page, server }) => {
    const drafts = await answerDrafts(page, { kind, values } as typeof PRODUCT_DRAFT)
    drafts.release()
    await openNewChat(page, server.url)
    await exchange(page, `${REPLY}\n[[echo]]`)
    await chooseAction(page, 'Salvar como…')
    await choose(page, name)
    await expect(page).toHaveURL(new RegExp(`/app/personalizacao/${path}/new`))
    await expect(reviewOf(page)).toBeVisible()
    expect(drafts.bodies).toEqual([{ kind }])
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(values.name)
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expectAccessible(page)
  })
}

test('a failed asset draft is reported, retried, and can be skipped', async ({ page, server }) => {
  const drafts = await answerDrafts(page, 503, PRODUCT_DRAFT)
  drafts.release()
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await chooseAction(page, 'Salvar como…')
  await choose(page, 'Produto')
  const failure = page.getByRole('alert').filter({ hasText: 'Não deu para ler a resposta' })
  await expect(failure).toContainText('indisponível')
  await expectAccessible(page)
  await failure.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(reviewOf(page)).toBeVisible()
  expect(drafts.bodies).toHaveLength(2)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await answerDrafts(page, 503).then(({ release }) => release())
  await page.reload()
  await failure.getByRole('button', { name: 'Preencher à mão' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('')
  await expect(reviewOf(page)).toHaveCount(0)
})

test('the form can be filled in by hand without waiting, and the late draft does not overwrite it', async ({
  page,
  server,
}) => {
  const drafts = await answerDrafts(page, PRODUCT_DRAFT)
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await chooseAction(page, 'Salvar como…')
  const isAborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/draft'))
  await choose(page, 'Produto')
  await page.getByRole('button', { name: 'Cancelar e preencher à mão' }).click()
  await isAborted
  await page.getByLabel('Nome', { exact: true }).fill('Do meu jeito')
  drafts.release()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Do meu jeito')
  await expect(page.getByLabel('Preço praticado')).toHaveValue('')
})

test('saving a reply is accessible and fits', async ({ page, server }) => {
  const drafts = await answerDrafts(page, PRODUCT_DRAFT)
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await selectToSave(page, 'p')
  await holdsInEveryLook(page)
  await chooseAction(page, 'Salvar seleção como…')
  await expect(sheetOf(page, 'Salvar seleção como…')).toBeVisible()
  await holdsInEveryLook(page)
  await choose(page, 'Produto')
  await expect(reading(page)).toBeVisible()
  await holdsInEveryLook(page)
  drafts.release()
  await expect(reviewOf(page)).toBeVisible()
  await holdsInEveryLook(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the selection is kept when the menu is tapped', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).fill(`${REPLY}\n[[echo]]`)
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await replyEnded(page)
    await selectIn(page, 'p')
    await expect(page.getByRole('button', { name: 'Salvar seleção como…' })).toHaveCount(0)
    await menuOf(page).tap()
    await page.getByRole('menuitem', { name: 'Salvar seleção como…' }).tap()
    await expect(sheetOf(page, 'Salvar seleção como…').locator('blockquote')).toContainText('O curso')
    await choose(page, 'Documento')
    await expect(page.getByText(/^Documento “.+” salvo\.$/)).toBeVisible()
  })
})
