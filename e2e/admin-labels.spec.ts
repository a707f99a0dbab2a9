import type { Page } from '@playwright/test'
import type { AdminLabelsPage } from '#shared/contract/labels.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { chooseFor } from './helpers/business.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { moveByKeys } from './helpers/reorder.ts'
import { fits } from './helpers/viewports.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Etiquetas em ordem' })
const rows = (page: Page) => list(page).getByRole('listitem')
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Opções de ${name}`, exact: true }) })
const namesOf = (page: Page) =>
  rows(page)
    .getByRole('button', { name: /^Mover / })
    .evaluateAll((handles) => handles.map((handle) => (handle.ariaLabel ?? '').replace('Mover ', '')))
const filters = (page: Page) => page.getByRole('group', { name: 'Filtrar por etiqueta' }).getByRole('button')
const filter = (page: Page, name: string) => filters(page).filter({ hasText: name })

/** The order of the labels from the API. */
async function orderOf(page: Page): Promise<string[]> {
  const { data } = (await (await page.request.get('/api/v1/labels/admin?limit=100')).json()) as {
    data: AdminLabelsPage
  }
  return data.items.map(({ id }) => id)
}

test('an administrator orders labels by keyboard, and the gallery follows', async ({
  page,
  server,
  admin,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/admin/labels')
  await expect(page).toHaveURL(/\/app$/)
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await expect(page.getByRole('link', { name: 'Seu perfil' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Administração' })).toHaveCount(0)

  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app')
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('link', { name: 'Administração' }).click()
  const ways = page.getByRole('navigation', { name: 'Administração' })
  await ways.getByRole('link', { name: 'Etiquetas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Etiquetas' })).toBeVisible()
  await expect(ways.getByRole('link', { name: 'Etiquetas' })).toHaveAttribute('aria-current', 'page')
  await expect(rows(page)).not.toHaveCount(0)
  await expectAccessible(page)

  const before = await orderOf(page)
  const names = await namesOf(page)
  const [first = '', second = '', third = ''] = names
  const handle = page.getByRole('button', { name: `Mover ${third}`, exact: true })
  await moveByKeys(page, third, { key: 'ArrowUp', places: [3, 2, 1] })
  const wanted = [third, first, second, ...names.slice(3)]
  await expect.poll(() => namesOf(page)).toEqual(wanted)
  await expect(handle).toBeFocused()
  await expect(page.getByRole('figure', { name: 'Na galeria' }).getByRole('listitem')).toHaveText(wanted)

  // A cancelled move keeps the order.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual(wanted)
  await page.goto('/app')
  await expect(filters(page)).toHaveText(wanted)

  // Back through the command palette, then by mouse from the first place to the second.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('etiquetas')
  await page.getByRole('option', { name: 'Administração: etiquetas' }).click()
  await expect.poll(() => namesOf(page)).toEqual(wanted)
  const target = await rows(page).nth(1).boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target?.x ?? 0, (target?.y ?? 0) + (target?.height ?? 0) / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => namesOf(page)).toEqual([first, third, second, ...names.slice(3)])
  await expect(page.getByRole('figure', { name: 'Na galeria' }).getByRole('listitem').first()).toHaveText(
    first,
  )
  const order = await page.request.put('/api/v1/labels/admin/order', {
    data: { ids: before },
    headers: { Origin: server.url },
  })
  expect(order.ok()).toBe(true)
})

test('a label is created for some agents, changed, and deleted with its agents moved to another', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  await asAdministrator(page.request, server.url, admin)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/app/admin/labels')
  await page.getByRole('button', { name: /^Administração/ }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Pessoas' })).toBeVisible()
  await page.keyboard.press('Escape')
  await fits(page)

  await page.getByRole('link', { name: 'Nova etiqueta' }).click()
  await page.getByRole('button', { name: 'Criar etiqueta' }).click()
  await expect(page.getByLabel('Nome')).toHaveAccessibleDescription('O nome é obrigatório')
  await expect(page.getByLabel('Nome')).toBeFocused()
  await page.getByLabel('Nome').fill('Webinário')
  await page.getByRole('checkbox', { name: /^Clara/ }).check()
  await page.reload()
  await expect(page.getByText('Recuperamos o que você tinha digitado.')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar daqui' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Webinário')
  await expect(page.getByText('1 agente escolhido')).toBeVisible()
  await fits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Criar etiqueta' }).click()
  await expect(page.getByText('Etiqueta criada.')).toBeVisible()
  await expect(rowOf(page, 'Webinário')).toContainText('1 agente')

  await page.setViewportSize({ width: 1280, height: 800 })
  await rowOf(page, 'Webinário').getByRole('link').click()
  await page.getByLabel('Nome').fill('Aula ao vivo')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Aula ao vivo')).toContainText('2 agentes')
  await page.goto('/app')
  await filter(page, 'Aula ao vivo').click()
  await expect(page.getByRole('link', { name: /^Clara/ })).toBeVisible()

  await page.goto('/app/admin/labels')
  const target = rows(page).first()
  const before = (await target.textContent()) ?? ''
  await chooseFor(page, 'Aula ao vivo', 'Excluir')
  await expect(page.getByRole('dialog')).toContainText('2 agentes têm esta etiqueta')
  await page.getByRole('radio', { name: 'Passar para outra etiqueta' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Excluir etiqueta' }).click()
  await expect(rowOf(page, 'Aula ao vivo')).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(rowOf(page, 'Aula ao vivo')).toContainText('2 agentes')
  await expect(target).toHaveText(before)

  await chooseFor(page, 'Aula ao vivo', 'Excluir')
  await page.getByRole('button', { name: 'Excluir etiqueta' }).click()
  await expect(page.getByText('Etiqueta “Aula ao vivo” excluída.')).toBeVisible()
  await expect(rowOf(page, 'Aula ao vivo')).toHaveCount(0)
})
