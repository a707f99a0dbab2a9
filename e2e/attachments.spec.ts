import {
  attach,
  attachmentsOfFirst,
  chipsOf,
  csv,
  isStored,
  picker,
  picture,
  type Sent,
  statusOf,
  transferOf,
} from './helpers/attachments.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  goToNewChat,
  messagesOf,
  openChat,
  openNewChat,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

test('chosen files appear as chips at once, and are sent and shown with the message', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar arquivos' }).click()
  await (await chooser).setFiles([await picture(page), csv()])
  await expect(chipsOf(page)).toHaveCount(2)
  await expect(composerOf(page)).toBeFocused()
  await isStored(page, 'capa.png')
  await isStored(page, 'lista.csv')
  await expect(statusOf(page, 'lista.csv anexado')).toBeAttached()
  await expect(chipsOf(page).first().locator('img')).toHaveJSProperty('naturalWidth', 64)
  await expectAccessible(page)
  await say(page, 'O que você acha da capa?')
  await expect(messagesOf(page)).toHaveCount(1)
  await expect(chipsOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  expect(await attachmentsOfFirst(page)).toEqual(['capa.png', 'lista.csv'])
  await replyEnded(page)
  for (const name of ['capa.png', 'lista.csv']) {
    await expect(page.getByLabel('Mensagens').getByText(name)).toBeVisible()
  }
  await page.reload()
  await expect(page.getByLabel('Mensagens').getByText('lista.csv')).toBeVisible()
  await expect(chipsOf(page)).toHaveCount(0)
})

test('dropping files anywhere on the chat attaches them, with a hint during the drag', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const dataTransfer = await transferOf(page, [csv('solta.csv')])
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer })
  await expect(page.getByText('Solte aqui')).toBeVisible()
  const surface = page.locator('[data-drop-surface]')
  await surface.dispatchEvent('dragleave', { dataTransfer })
  await expect(page.getByText('Solte aqui')).toHaveCount(0)
  await page.dispatchEvent('h1', 'dragover', { dataTransfer })
  await surface.dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('Solte aqui')).toHaveCount(0)
  await isStored(page, 'solta.csv')
  await expect(composerOf(page)).toBeFocused()
  const words = await transferOf(page, [], 'só palavras')
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: words })
  await expect(page.getByText('Solte aqui')).toHaveCount(0)
})

test('a pasted picture is attached, and pasted text stays text', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const paste = async (files: Sent[], text = '') => {
    const clipboardData = await transferOf(page, files, text)
    return composerOf(page).evaluate(
      (field, data) =>
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        ),
      clipboardData,
    )
  }
  expect(await paste([await picture(page, 'image.png')])).toBe(false)
  await isStored(page, 'image.png')
  // True: not prevented, so the browser inserts the text.
  expect(await paste([await picture(page)], 'Parágrafo copiado do Word')).toBe(true)
  expect(await paste([], 'palavras')).toBe(true)
  await expect(chipsOf(page)).toHaveCount(1)
})

test('chips belong to the draft: they survive a reload, leaving, and a failed send', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await goToNewChat(page)
  await attach(page, csv('fica.csv'))
  await composerOf(page).fill('Texto que fica')
  await page.reload()
  await isStored(page, 'fica.csv')
  await page.goBack()
  await page.goForward()
  await isStored(page, 'fica.csv')
  await page.route('**/api/v1/chats', (route) => route.fulfill({ status: 503, json: {} }))
  await composerOf(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Seu texto continua aqui.')
  await expect(composerOf(page)).toHaveValue('Texto que fica')
  await isStored(page, 'fica.csv')
  await page.unroute('**/api/v1/chats')
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(1)
  await expect(chipsOf(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Nova conversa', exact: true }).click()
  await openChat(page)
  await expect(chipsOf(page)).toHaveCount(0)
})

test('a message waits for its uploads, unless the user continues typing', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/attachments', async (route) => {
    await gate.promise
    await route.continue()
  })
  await picker(page).setInputFiles(csv('devagar.csv'))
  await expect(chipsOf(page)).toHaveCount(1)
  const waits = statusOf(page, 'A mensagem vai assim que os anexos chegarem.')
  await say(page, 'Com o anexo')
  await expect(waits).toBeVisible()
  await composerOf(page).press('End')
  await composerOf(page).pressSequentially(' dentro')
  await expect(waits).toHaveCount(0)
  await composerOf(page).press('Enter')
  await expect(waits).toBeVisible()
  await expect(messagesOf(page)).toHaveCount(0)
  gate.resolve()
  await expect(messagesOf(page)).toContainText(['Com o anexo dentro'])
  await expect(page).toHaveURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  expect(await attachmentsOfFirst(page)).toEqual(['devagar.csv'])
  await replyEnded(page)
})

test('the progress of a large upload is shown', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000_000,
  })
  await picker(page).setInputFiles({ ...csv('grande.csv'), buffer: Buffer.alloc(3_000_000, 'linha;1\n') })
  await expect(chipsOf(page).getByText(/Enviando… [1-9]\d?%/)).toBeVisible()
  await expect(chipsOf(page).getByRole('progressbar', { name: 'Envio de grande.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Tirar grande.csv' }).click()
  await expect(chipsOf(page)).toHaveCount(0)
  await expect(composerOf(page)).toBeFocused()
})

test('files without text require a text', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await attach(page, csv())
  await composerOf(page).press('Enter')
  await expect(statusOf(page, 'Escreva uma mensagem para ir com os anexos.')).toBeVisible()
  await composerOf(page).pressSequentially('V')
  await expect(statusOf(page, 'Escreva uma mensagem para ir com os anexos.')).toHaveCount(0)
})

test('a removed file is deleted', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await attach(page, csv('fora.csv'))
  const address = (await chipsOf(page).getByRole('link').getAttribute('href')) ?? ''
  await page.getByRole('button', { name: 'Tirar fora.csv' }).click()
  await expect(statusOf(page, 'fora.csv removido')).toBeAttached()
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(404)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('chips are in one scrolling line with the newest visible, and have touch targets', async ({
    page,
    server,
  }) => {
    await openNewChat(page, server.url)
    await attach(page, await picture(page), csv('um.csv'), csv('dois.csv'))
    await expect(chipsOf(page).last()).toBeInViewport({ ratio: 0.9 })
    const tops = await chipsOf(page).evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(1)
    const box = await page.getByRole('button', { name: 'Tirar dois.csv' }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Tirar dois.csv' }).tap()
    // Not the field, which would open the virtual keyboard.
    await expect(page.getByRole('button', { name: 'Anexar arquivos' })).toBeFocused()
    await fits(page)
    await expectAccessible(page)
  })
})
