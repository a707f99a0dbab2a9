import { chipsOf, csv, picker } from './helpers/attachments.ts'
import { DOCUMENTS, saveOf, textOf, titleOf, writeAsMarkdown } from './helpers/documents.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  say,
  test,
} from './helpers/fixtures.ts'
import { fillStorage, planOf } from './helpers/plans.ts'
import { fits } from './helpers/viewports.ts'

const FULL = /^Seu espaço acabou\./

test('a full storage says so in the profile, and refuses what would fill it further with nothing lost', async ({
  page,
  server,
}) => {
  const person = await openNewChat(page, server.url)
  await exchange(page, 'A primeira [[tokens=2 delay=0]]')
  const chat = page.url()
  await page.goto('/app/me')
  const meter = planOf(page).getByRole('meter', { name: 'Espaço usado' })
  await expect(meter).toHaveAttribute('max', '1000000000')
  await expect(planOf(page)).toContainText(/\d+ byte.* de 1 GB de espaço/)
  await expect(planOf(page)).not.toContainText('Seu espaço acabou')
  await fillStorage(server, person.email, 1_000_000_000)
  await page.reload()
  await expect(planOf(page)).toContainText('1 GB de 1 GB de espaço')
  await expect(planOf(page)).toContainText('Seu espaço acabou: nada novo é guardado')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(chat)
  await say(page, 'A segunda')
  const alert = page.getByRole('alert').filter({ hasText: FULL })
  await expect(alert).toContainText('Seu texto continua aqui.')
  await expect(composerOf(page)).toHaveValue('A segunda')
  await expect(messagesOf(page)).toHaveCount(1)
  await picker(page).setInputFiles(csv('planilha.csv'))
  await expect(chipsOf(page).getByText(FULL)).toBeVisible()
  await expectAccessible(page)

  await writeAsMarkdown(page.context())
  await page.goto(`${DOCUMENTS}/new`)
  await titleOf(page).fill('Roteiro')
  await textOf(page).fill('Um texto que fica')
  await saveOf(page).click()
  await expect(page.getByRole('alert').filter({ hasText: FULL })).toBeVisible()
  await expect(textOf(page)).toHaveValue('Um texto que fica')

  // Room again, such as by a larger plan: what was typed goes on.
  await fillStorage(server, person.email, -900_000_000)
  await saveOf(page).click()
  await expect(page.getByRole('article').getByText('Um texto que fica')).toBeVisible()
})
