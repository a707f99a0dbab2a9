import { readFile } from 'node:fs/promises'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

test('people are chosen, given a plan, suspended and restored; all of a filter across pages', {
  tag: '@smoke',
}, async ({ page, server, admin, secrets }) => {
  secrets.add('Chave-da-Turma-7')
  const house = await asAdministrator(page.request, server.url, admin)
  // A word that only these accounts have.
  const word = `turma${Date.now().toString(36)}`
  const people = Array.from({ length: 3 }, (_none, index) => `Ana ${word} ${index}`)
  for (const name of people) {
    const data = { ...newPerson(name), password: 'Chave-da-Turma-7', role: 'user' }
    await house.post('/admin/create-user', data)
  }
  await page.goto(`/app/admin/users?q=${word}&sort=name`)
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(3)
  const bar = page.getByRole('region', { name: 'Pessoas escolhidas' })
  const act = async (name: string) => {
    await bar.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const dialog = page.getByRole('dialog')
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Escolher ${people[0]}` }).check()
  await page.getByRole('checkbox', { name: `Escolher ${people[1]}` }).check()
  await expect(bar).toContainText('2 pessoas escolhidas')
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await act('Baixar CSV')
  const copy = await saving
  const file = String(await readFile(await copy.path()))
  expect(file.trim().split('\r\n')).toHaveLength(3)

  await act('Dar um plano')
  await expect(dialog).toContainText('Dar um plano a 2 pessoas?')
  await dialog.getByRole('button', { name: 'Dar o plano' }).click()
  const plan = dialog.getByLabel('Plano', { exact: true })
  await expect(plan).toHaveAccessibleDescription('Escolha um plano')
  await plan.selectOption({ label: 'Criador' })
  await dialog.getByLabel('Até quando (opcional)').fill('2031-11-30')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dar o plano' }).click()
  await expect(page.getByText('Dar o plano Criador: 2 pessoas mudaram.')).toBeVisible()
  await expect(rows.first()).toContainText('Criador')
  await expect(rows.last()).not.toContainText('Criador')
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await expect(bar).toContainText('3 pessoas escolhidas')
  await act('Suspender')
  await expect(dialog).toContainText('Suspender 3 pessoas?')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expect(page.getByText('Suspender: 3 pessoas mudaram.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Suspensa até' })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await act('Encerrar a suspensão')
  await dialog.getByRole('button', { name: 'Encerrar suspensão' }).click()
  await expect(page.getByText('Encerrar a suspensão: 3 pessoas mudaram.')).toBeVisible()

  // The page shows one row of three.
  await page.route('**/api/v1/users/admin?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
  )
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await page.getByRole('button', { name: 'Selecionar todas as 3 deste filtro' }).click()
  await expect(bar).toContainText('3 pessoas escolhidas')
  // By then there is a fourth.
  await house.post('/admin/create-user', {
    ...newPerson(`Ana ${word} 3`),
    ...{ password: 'Chave-da-Turma-7', role: 'user' },
  })
  await act('Encerrar o plano dado')
  await dialog.getByRole('button', { name: 'Encerrar plano' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Este filtro tem agora 4 pessoas. Confira de novo.')
  await expect(dialog).toContainText('Encerrar o plano dado a 4 pessoas?')
  await dialog.getByRole('button', { name: 'Encerrar plano' }).click()
  await expect(page.getByText('Encerrar o plano dado: 2 pessoas mudaram, 2 já estavam assim.')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/app/admin/auditoria')
  await expect(page.getByText('encerrar o plano dado (4)').first()).toBeVisible()
})

test('administrators and the own account are left out, and said to be', async ({ page, server, admin }) => {
  const house = await asAdministrator(page.request, server.url, admin)
  const other = newPerson(`Sócia ${Date.now().toString(36)}`)
  await house.post('/admin/create-user', { ...other, role: 'admin' })
  await page.goto(`/app/admin/users?q=${encodeURIComponent(other.name)}`)
  await page.getByRole('checkbox', { name: `Escolher ${other.name}` }).check()
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Suspender')
  await expect(page.getByRole('dialog', { name: 'Ninguém muda' })).toContainText(
    'quem administra só é suspenso um por um',
  )
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await page.goto('/app/admin/users?role=admin')
  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await act('Encerrar o plano dado')
  await expect(page.getByRole('dialog')).toContainText('Sua própria conta fica de fora.')
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar plano' }).click()
  await page.getByRole('button', { name: 'Ver quem ficou de fora' }).click()
  await expect(page.getByRole('list', { name: 'Quem ficou de fora' })).toContainText(
    'A própria conta fica de fora.',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.getByRole('button', { name: 'Dispensar' }).click()
  await expect(page.getByText('Encerrar o plano dado:')).toHaveCount(0)
})
