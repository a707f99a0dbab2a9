import { openInTab } from './helpers/devices.ts'
import {
  composerOf,
  expect,
  fillSignIn,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

test('F19 a double click or double Enter sends once and stops nothing', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await composerOf(page).fill('Clique duplo [[tokens=60 delay=20]]')
  await page.getByRole('button', { name: 'Enviar mensagem' }).dblclick({ delay: 40 })
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await replyEnded(page)
  await expect(page.getByText('Resposta interrompida por você')).toHaveCount(0)
  await expect(messagesOf(page)).toHaveCount(1)
  await composerOf(page).fill('Enter duplo [[tokens=60 delay=20]]')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(repliesOf(page)).toHaveCount(2)
  await replyEnded(page)
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(2)
  await expect(repliesOf(page)).toHaveCount(2)
})

test('F21 a reply is followed and stopped in two tabs, and drafts belong to their tab', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=900 delay=30]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  const tab = await openInTab(page)
  await expect(repliesOf(tab).last()).toContainText('Plano de lançamento')
  await composerOf(page).fill('Rascunho daqui')
  await composerOf(tab).fill('Rascunho de lá')
  await tab.waitForTimeout(600)
  await tab.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await expect(composerOf(page)).toHaveValue('Rascunho daqui')
  await expect(composerOf(tab)).toHaveValue('Rascunho de lá')
})

test('a reopened chat shows messages from another tab', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Primeira')
  await replyEnded(page)
  const tab = await openInTab(page)
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await say(tab, 'Segunda, da outra aba [[tokens=400 delay=30]]')
  await expect(repliesOf(tab)).toHaveCount(2)
  await page.waitForTimeout(2_500)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Primeira/ })
    .click()
  await expect(messagesOf(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Parar a resposta' })).toBeVisible()
})

test('signing out during a reply and in again shows the complete chat', async ({ page, server }) => {
  const person = await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=120 delay=30]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.waitForTimeout(1_500)
  await fillSignIn(page, person)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Texto longo/ })
    .click()
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
})

test('an ended session is reported at sign-in, which knows the address', async ({ page, server }) => {
  const { email } = await openNewChat(page, server.url)
  await composerOf(page).fill('Sem sessão')
  await page.context().clearCookies()
  // Immediately, because the draft's save would notice the ended session too.
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Sua sessão expirou. Entre de novo para continuar.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
})

test('text typed during a send stays', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await say(page, 'Primeira')
  await composerOf(page).pressSequentially(' e mais uma ideia')
  await expect(messagesOf(page)).toHaveText(['Primeira'])
  await expect(composerOf(page)).toHaveValue('e mais uma ideia')
})
