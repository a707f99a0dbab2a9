import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'

/** A wide picture, red on the left and blue on the right. */
async function twoColours(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 300
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#d02020'
    context.fillRect(0, 0, 300, 300)
    context.fillStyle = '#2020d0'
    context.fillRect(300, 0, 300, 300)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

/** Colours in the middle of the left and right half of the displayed photo. */
const coloursOf = (page: Page) =>
  page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>('main img[src*="/uploads/"]')
    if (!image) throw new Error('no photo')
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 100
    canvas.height = 100
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0, 100, 100)
    return [25, 75].map((x) => {
      const [red = 0, , blue = 0] = context.getImageData(x, 50, 1, 1).data
      return red > blue ? 'red' : 'blue'
    })
  })

const save = (page: Page) => page.getByRole('button', { name: 'Salvar' })
const photoFile = (page: Page) => page.getByLabel('Arquivo da foto')

async function openForm(page: Page, origin: string) {
  await signUp(page, origin)
  await page.goto('/app/me/edit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar perfil')
}

test('name, bio and telephone show errors at their fields, and saved values', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openForm(page, server.url)
  const [name, bio, phone] = [
    page.getByLabel('Nome'),
    page.getByLabel('Bio (opcional)'),
    page.getByLabel('Telefone (opcional)'),
  ]
  await name.fill('')
  await bio.fill('a'.repeat(501))
  await phone.fill('119876')
  await save(page).click()
  await expect(name).toHaveAccessibleDescription('O nome é obrigatório')
  await expect(bio).toHaveAccessibleDescription(/A bio deve ter no máximo 500 caracteres/)
  await expect(phone).toHaveAccessibleDescription('Telefone deve conter 10 ou 11 dígitos')
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await name.fill('Marina de Outro Nome')
  await bio.fill('Crio cursos.\nVendo no Instagram.')
  await phone.fill('+55 (21) 3222-1111')
  await phone.press('Enter')
  await page.waitForURL(/\/app\/me$/)
  await expect(page.getByText('Perfil salvo.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marina de Outro Nome')
  await expect(page.getByText('(21) 3222-1111')).toBeVisible()
  await expect(page.getByText('Crio cursos.')).toBeVisible()
  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await phone.fill('')
  await bio.fill('')
  await save(page).click()
  await page.waitForURL(/\/app\/me$/)
  await expect(page.getByText(/Sem bio por enquanto/)).toBeVisible()
  await expect(page.getByText('Nenhum', { exact: true })).toBeVisible()
})

test('the server’s refusal is shown at its field, and inputs are kept', async ({ page, server }) => {
  await openForm(page, server.url)
  await page.route('**/api/auth/update-user', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'VALIDATION_ERROR', message: 'x', details: { name: 'O nome tem caracteres inválidos' } },
    }),
  )
  await page.getByLabel('Nome').fill('Marina Nova')
  await save(page).click()
  await expect(page.getByLabel('Nome')).toHaveAccessibleDescription('O nome tem caracteres inválidos')
  await page.unroute('**/api/auth/update-user')
  await page.route('**/api/auth/update-user', (route) => route.fulfill({ status: 503, json: {} }))
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'indisponível' })).toBeVisible()
  await page.unroute('**/api/auth/update-user')
  await save(page).click()
  await page.waitForURL(/\/app\/me$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marina Nova')
})

test('a photo is cropped as framed, uploaded on saving, and removed', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openForm(page, server.url)
  const picture = { name: 'foto.png', mimeType: 'image/png', buffer: await twoColours(page) }
  await photoFile(page).setInputFiles(picture)
  const sheet = page.getByRole('dialog', { name: 'Enquadre sua foto' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Excluir foto' })).toHaveCount(0)

  await photoFile(page).setInputFiles(picture)
  const frame = sheet.getByRole('application', { name: 'Enquadramento' })
  await frame.focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft')
  await sheet.getByLabel('Aproximação').fill('1.5')
  await sheet.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(sheet).toHaveCount(0)
  expect(await coloursOf(page)).toEqual(['blue', 'blue'])
  await save(page).click()
  await page.waitForURL(/\/app\/me$/)
  expect(await coloursOf(page)).toEqual(['blue', 'blue'])
  await expect(
    page.getByRole('button', { name: /^Sua conta/ }).locator('img[src*="/uploads/"]'),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await photoFile(page).setInputFiles(picture)
  const box = await frame.boundingBox()
  if (!box) throw new Error('no frame')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await sheet.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await coloursOf(page))[0]).toBe('red')
  await page.getByRole('button', { name: 'Excluir foto' }).click()
  await save(page).click()
  await page.waitForURL(/\/app\/me$/)
  await expect(page.locator('img[src*="/uploads/"]')).toHaveCount(0)
})

test('a file that is no photo is refused locally, and the server’s refusal is shown in the sheet', async ({
  page,
  server,
}) => {
  await openForm(page, server.url)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>top.__pwned=1</script></svg>'
  for (const [name, mimeType, content] of [
    ['foto.svg', 'image/svg+xml', svg],
    ['foto.png', 'image/png', deflateSync('nada')],
  ] as const) {
    await photoFile(page).setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
    await expect(
      page.getByRole('alert').filter({ hasText: 'Não conseguimos abrir este arquivo' }),
    ).toBeVisible()
  }
  await page.route('**/api/v1/uploads', (route) =>
    route.fulfill({
      status: 413,
      json: {
        success: false,
        timestamp: new Date().toISOString(),
        error: { code: 'PAYLOAD_TOO_LARGE', message: 'A imagem passa de 5 MB. Escolha uma menor.' },
      },
    }),
  )
  await photoFile(page).setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: await twoColours(page),
  })
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'A imagem passa de 5 MB.' })).toBeVisible()
})

test('unsaved changes are not lost by a click, and can be discarded on purpose', async ({ page, server }) => {
  await openForm(page, server.url)
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await page.waitForURL(/\/app\/me$/)
  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await page.getByLabel('Nome').fill('Meio escrito')
  const sheet = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await page.goBack()
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Meio escrito')
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await sheet.getByRole('button', { name: 'Descartar mudanças' }).click()
  await page.waitForURL(/\/app\/?$/)
})
