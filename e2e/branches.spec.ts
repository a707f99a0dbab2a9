import type { Page } from '@playwright/test'
import {
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Editar mensagem' })

async function edit(page: Page, index = 0) {
  const message = messagesOf(page).nth(index)
  await message.hover()
  await message.getByRole('button', { name: 'Editar e reenviar' }).click()
  await expect(editor(page)).toBeFocused()
}

test('an edited message that is sent again keeps both versions, also after a reload', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Ideia um [[echo]]')
  await exchange(page, 'E depois [[echo]]')
  await edit(page)
  await expect(editor(page)).toHaveValue('Ideia um [[echo]]')
  await editor(page).fill('Ideia dois [[echo]]')
  await page.keyboard.press('Enter')
  await expect(messagesOf(page)).toHaveText([/Ideia dois/])
  await replyEnded(page)
  await expect(repliesOf(page)).toHaveText([/Ideia dois/])
  const versions = messagesOf(page).first().getByRole('group', { name: 'Versões desta mensagem' })
  await expect(versions).toContainText('2/2')
  await expectAccessible(page)

  const before = versions.getByRole('button', { name: 'Versão anterior' })
  await before.focus()
  await page.keyboard.press('Enter')
  await expect(messagesOf(page)).toHaveText([/Ideia um/, /E depois/])
  await expect(versions).toContainText('1/2')
  await expect(before).toBeFocused()
  await page.reload()
  await expect(messagesOf(page)).toHaveText([/Ideia um/, /E depois/])
  await expect(versions).toContainText('1/2')
  await versions.getByRole('button', { name: 'Versão seguinte' }).click()
  await expect(messagesOf(page)).toHaveText([/Ideia dois/])
  await exchange(page, 'Sigo daqui [[echo]]')
  await expect(repliesOf(page)).toHaveCount(2)
})

test('every reply can be regenerated, also one in the middle', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Um [[echo]]')
  await exchange(page, 'Dois [[echo]]')
  const first = repliesOf(page).first()
  await first.hover()
  await first.getByRole('button', { name: 'Gerar outra resposta' }).click()
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
  await expect(first.getByRole('group')).toContainText('2/2')
  await first.getByRole('button', { name: 'Gerar outra resposta' }).click()
  await replyEnded(page)
  await expect(first.getByRole('group')).toContainText('3/3')
  await first.getByRole('button', { name: 'Versão anterior' }).click()
  await expect(first.getByRole('group')).toContainText('2/3')
  await first.getByRole('button', { name: 'Versão anterior' }).click()
  await expect(messagesOf(page)).toHaveCount(2)
  await expect(first.getByRole('button', { name: 'Versão anterior' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('Escape closes the editor without changes, and a running reply continues', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Um [[echo]]')
  await edit(page)
  await editor(page).fill('Outra coisa')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toHaveCount(0)
  await expect(messagesOf(page)).toHaveText([/Um/])
  await expect(messagesOf(page).getByRole('button', { name: 'Editar e reenviar' })).toBeFocused()
  await say(page, 'Longa [[tokens=200 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Plano')
  await messagesOf(page).first().hover()
  await expect(messagesOf(page).first().getByRole('button', { name: 'Editar e reenviar' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
})

test('F19 a failed edit loses nothing, and is sent once', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Um [[echo]]')
  await edit(page)
  await editor(page).fill('Um, melhor [[echo]]')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('Seu texto continua aqui.')
  await expect(editor(page)).toHaveValue('Um, melhor [[echo]]')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(editor(page)).toHaveCount(0)
  await replyEnded(page)
  await expect(messagesOf(page)).toHaveText([/Um, melhor/])
  await expect(messagesOf(page).getByRole('group')).toContainText('2/2')
})

test('on a phone versions are switched, found and edited', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewChat(page, server.url)
  await exchange(page, 'Um [[echo]]')
  await edit(page)
  await editor(page).fill('Dois [[echo]]')
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await replyEnded(page)
  await messagesOf(page).getByRole('button', { name: 'Versão anterior' }).click()
  await expect(messagesOf(page)).toHaveText([/Um/])
  await expectAccessible(page)
})
