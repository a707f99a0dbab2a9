import type { Page } from '@playwright/test'
import {
  composerOf,
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
import { fits } from './helpers/viewports.ts'

const TABLE =
  '## Plano\n\n**Promessa** e _prova_\n\n| Etapa | Dias |\n|---|---|\n| Aquecer | 7 |\n\n- um\n- dois'
const lastReply = (page: Page) => repliesOf(page).last()
const actionOf = (page: Page, name: string) => lastReply(page).getByRole('button', { name, exact: true })

const menuOf = async (page: Page, item: string) => {
  await actionOf(page, 'Mais ações desta resposta').click()
  await page.getByRole('menuitem', { name: item }).click()
}

const clipboard = (page: Page, type: string) =>
  page.evaluate(async (wanted) => {
    const [item] = await navigator.clipboard.read()
    return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : ''
  }, type)

test('a reply is copied as rich text and in WhatsApp’s format', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNewChat(page, server.url)
  await exchange(page, `${TABLE}\n[[echo]]`)
  await actionOf(page, 'Copiar resposta').click()
  await expect(lastReply(page).getByText('Copiado')).toBeVisible()
  const html = await clipboard(page, 'text/html')
  expect(html).toContain('<h2>Plano</h2>')
  expect(html).toContain('<strong>Promessa</strong> e <em>prova</em>')
  expect(html).toMatch(/<table border="1"[\s\S]*<td>Aquecer<\/td>/)
  expect(html).not.toMatch(/class=/)
  const plain = await clipboard(page, 'text/plain')
  expect(plain).toContain('Promessa e prova')
  expect(plain).not.toMatch(/[*_#|]/)

  await menuOf(page, 'Copiar para WhatsApp')
  await expect(page.getByText('Copiado no formato do WhatsApp.')).toBeVisible()
  expect(await clipboard(page, 'text/plain')).toBe(
    '*Plano*\n\n*Promessa* e _prova_\n\n*Etapa · Dias*\n• *Aquecer* — Dias: 7\n\n• um\n• dois',
  )
  await menuOf(page, 'Copiar em Markdown')
  await expect.poll(() => clipboard(page, 'text/plain')).toBe(TABLE)
})

test('arrow keys move through a menu of actions, and Escape returns the focus', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  const button = actionOf(page, 'Mais ações desta resposta')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copiar para WhatsApp' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a reply is rated, commented, rated differently and unrated', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  await actionOf(page, 'Boa resposta').click()
  await expect(actionOf(page, 'Boa resposta')).toHaveAttribute('aria-pressed', 'true')
  await actionOf(page, 'Resposta ruim').click()
  await expect(actionOf(page, 'Boa resposta')).toHaveAttribute('aria-pressed', 'false')
  const panel = page.getByRole('form', { name: 'Motivo da avaliação' })
  await panel.getByRole('button', { name: 'Tom errado' }).click()
  await panel.getByRole('textbox').fill('Formal demais para o meu público')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Enviar motivo' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(actionOf(page, 'Resposta ruim')).toHaveAttribute('aria-pressed', 'true')
  await actionOf(page, 'Resposta ruim').click()
  await expect(panel.getByRole('button', { name: 'Tom errado' })).toHaveAttribute('aria-pressed', 'true')
  await expect(panel.getByRole('textbox')).toHaveValue('Formal demais para o meu público')
  await panel.getByRole('button', { name: 'Retirar avaliação' }).click()
  await expect(actionOf(page, 'Resposta ruim')).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(actionOf(page, 'Resposta ruim')).toHaveAttribute('aria-pressed', 'false')
})

test('a message is deleted after a confirmation, with its descendants', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Primeira')
  await exchange(page, 'Segunda')
  const second = messagesOf(page).last()
  await second.hover()
  await second.getByRole('button', { name: 'Mais ações desta mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Excluir mensagem?' })
  await expect(question).toContainText('tudo o que veio depois')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(messagesOf(page)).toHaveCount(2)
  await second.getByRole('button', { name: 'Mais ações desta mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect(messagesOf(page)).toHaveText([/Primeira/])
  await expect(repliesOf(page)).toHaveCount(1)
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(1)
})

test('a stopped reply continues at its end: the text stays and grows', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=900 delay=30]]')
  await expect(lastReply(page)).toContainText('Pesquise')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  const { data } = await (await page.request.get(messagesAddress(page))).json()
  const before: string = data.at(-1).content
  await expect(lastReply(page).getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await lastReply(page).getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Resposta interrompida por você')).toHaveCount(0)
  await replyEnded(page)
  await expect(repliesOf(page)).toHaveCount(1)
  const after = (await (await page.request.get(messagesAddress(page))).json()).data.at(-1)
  expect(after.status).toBe('done')
  expect(after.content.startsWith(before)).toBe(true)
  expect(after.content.length).toBeGreaterThan(before.length)
})

test('a reply truncated at its length limit can be continued', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Corte [[length@12]]')
  await expect(page.getByText('A resposta parou no limite de tamanho.')).toBeVisible()
  await lastReply(page).getByRole('button', { name: 'Continuar' }).click()
  await replyEnded(page)
  await expect(page.getByText('A resposta parou no limite de tamanho.')).toHaveCount(0)
  await expect(lastReply(page)).toContainText('Quer que eu detalhe')
})

test('a chat is taken away as Word, PDF and Markdown', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Lançamento com ação e coração')
  for (const [format, name] of [
    ['Word', /\.docx$/],
    ['PDF', /\.pdf$/],
    ['Markdown', /\.md$/],
  ] as const) {
    await openExport(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    expect((await download).suggestedFilename()).toMatch(name)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('Escape closes overlays over the chat, and the reply continues', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=900 delay=30]]')
  await expect(lastReply(page)).toContainText('Pesquise')
  await page.getByRole('button', { name: 'Opções da conversa' }).click()
  await expect(page.getByRole('menuitem', { name: 'Renomear' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await openExport(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Parar a resposta' })).toBeVisible()
  await composerOf(page).press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
})

test('a failed export is reported and can be retried', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi')
  await page.route('**/export?*', (route) => route.abort())
  await openExport(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect(page.getByRole('alert')).toContainText('O arquivo não ficou pronto.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every action is reachable by touch', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).fill('Oi [[echo]]')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await replyEnded(page)
    const buttons = page.getByRole('list').first().getByRole('article').getByRole('button')
    for (const button of await buttons.all()) {
      const box = await button.boundingBox()
      if (!box) continue
      expect(
        Math.min(box.width, box.height),
        (await button.getAttribute('aria-label')) ?? '',
      ).toBeGreaterThanOrEqual(44)
    }
    await messagesOf(page).last().getByRole('button', { name: 'Mais ações desta mensagem' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Editar e reenviar' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Editar e reenviar' }).tap()
    await expect(page.getByRole('textbox', { name: 'Editar mensagem' })).toBeFocused()
    await fits(page)
    await expectAccessible(page)
  })
})

const messagesAddress = (page: Page) =>
  `/api/v1/chats/${new URL(page.url()).pathname.split('/').at(-1)}/messages`

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Opções da conversa' }).click()
  await page.getByRole('menuitem', { name: 'Exportar' }).click()
  await expect(page.getByRole('dialog', { name: 'Exportar conversa' })).toBeVisible()
}
