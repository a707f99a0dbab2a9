import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

// A server of its own: the list of models holds for everybody.
test.use({ variables: { OPENAI_MODEL: 'gpt-dos-modelos' } })

test('an administrator fills prices after a preview, tests a model, takes it off the list and sets a rate', async ({
  page,
  server,
  admin,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/precos')
  await page.getByRole('button', { name: 'Preços publicados' }).click()
  const sheet = page.getByRole('dialog', { name: 'Preços publicados' })
  await sheet.getByLabel(/^gpt-6\.1-terra \(OpenAI\)/).check()
  await expect(sheet.getByText('Novo na lista: 1 / 0,05 / 5')).toBeVisible()
  await sheet.getByLabel(/^gemini-3\.8-flash \(Google\)/).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Preencher' }).click()
  await expect(page.getByLabel('Saída: preço de gpt-6.1-terra')).toHaveValue('5')
  await page.getByRole('button', { name: 'Testar gpt-6.1-terra' }).click()
  await expect(page.getByText(/^Respondeu em \d+,\d\ss\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Testar gemini-3.8-flash' }).click()
  await expect(page.getByText('Este provedor não está configurado nesta instalação')).toBeVisible()
  await page.getByLabel('Contexto de gpt-6.1-terra').fill('mil')
  await page.getByRole('button', { name: 'Salvar preços' }).click()
  await expect(page.getByLabel('Contexto de gpt-6.1-terra')).toHaveAccessibleDescription(/de 1\.000 a/)
  await page.getByLabel('Contexto de gpt-6.1-terra').fill('128.000')
  await page.getByRole('button', { name: 'Salvar preços' }).click()
  await expect(page.getByText('Preços salvos.')).toBeVisible()
  await page.getByLabel('Um dólar vale, em reais (opcional)').fill('5,40')
  await page.getByRole('button', { name: 'Salvar cotação' }).click()
  await expect(page.getByText('Cotação salva.')).toBeVisible()
  await expect(page.getByText(/^Cotação de \d\d\/\d\d\/\d{4}\./)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto('/app/admin/agents/new')
  const model = page.getByLabel('Modelo', { exact: true })
  await model.selectOption('gpt-6.1-terra')
  await expect(
    page.getByText(/US\$\s1,00 para ler e US\$\s5,00 para escrever.*contexto de 128\smil/),
  ).toBeVisible()
  const { data } = await (await page.request.get('/api/v1/agents/admin')).json()
  const [agent] = data.items ?? data
  const { version } = agent
  const changed = await page.request.patch(`/api/v1/agents/admin/${agent.id}`, {
    data: { model: 'gpt-6.1-terra', version },
    headers: { Origin: server.url },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/app/admin/precos')
  await page.getByLabel('Oferecer gpt-6.1-terra aos agentes').uncheck()
  await page.getByRole('button', { name: 'Salvar preços' }).click()
  await expect(page.getByText('Preços salvos.')).toBeVisible()
  await page.goto(`/app/admin/agents/${agent.id}/edit`)
  await expect(model).toHaveValue('gpt-6.1-terra')
  await expect(page.getByText(/Este modelo saiu da lista da casa\. O agente continua a usá-lo/)).toBeVisible()
  await page.goto('/app/admin')
  await expect(page.getByText(/R\$\s0,00, pela cotação de/)).toBeVisible()
})
