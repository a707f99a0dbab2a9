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
  test,
} from './helpers/fixtures.ts'

const openMenu = async (page: Page) => {
  await repliesOf(page).last().getByRole('button', { name: 'Mais ações desta resposta' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const itemOf = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

test('a reply is rewritten shorter, longer and in another tone, as versions of itself', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Oi [[echo]]')
  for (const [at, [item, change]] of (
    [
      ['Mais curta', 'shorter'],
      ['Mais longa', 'longer'],
      ['Outro tom', 'tone'],
    ] as const
  ).entries()) {
    await openMenu(page)
    const asked = page.waitForRequest(/\/regenerate/)
    await itemOf(page, item).click()
    expect(new URL((await asked).url()).search).toBe(`?change=${change}`)
    await replyEnded(page)
    await expect(
      repliesOf(page)
        .last()
        .getByText(`Versão ${at + 2} de ${at + 2}`),
    ).toBeAttached()
  }
  await openMenu(page)
  await expectAccessible(page)
  // This browser has no system sheet.
  await expect(itemOf(page, 'Compartilhar')).toHaveCount(0)
})

test('a reply is downloaded as Word and PDF, and a failure is told', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Ação [[echo]]')
  for (const [item, name] of [
    ['Baixar em Word', /\.docx$/],
    ['Baixar em PDF', /\.pdf$/],
  ] as const) {
    await openMenu(page)
    const download = page.waitForEvent('download')
    await itemOf(page, item).click()
    expect((await download).suggestedFilename()).toMatch(name)
  }
  await page.route('**/export?*', (route) => route.abort())
  await openMenu(page)
  await itemOf(page, 'Baixar em PDF').click()
  await expect(page.getByText('O arquivo não ficou pronto.')).toBeVisible()
})

type Heard = { said: string[]; langs: string[]; shared: unknown[]; endAll: () => void }
const heardOn = (page: Page) =>
  page.evaluate(() => {
    const { said, langs, shared } = Reflect.get(window, 'heard') as Heard
    return { said, langs, shared }
  })

test('a reply is read aloud until it is stopped or ends, and shared as plain text', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    let queue: SpeechSynthesisUtterance[] = []
    const heard: Heard = {
      said: [],
      langs: [],
      shared: [],
      endAll: () => {
        for (const utterance of queue) utterance.onend?.call(utterance, new Event('end') as never)
        queue = []
      },
    }
    Reflect.set(window, 'heard', heard)
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [],
        cancel: () => {
          queue = []
        },
        speak: (utterance: SpeechSynthesisUtterance) => {
          queue.push(utterance)
          heard.said.push(utterance.text)
          heard.langs.push(utterance.lang)
        },
      },
    })
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => {
        heard.shared.push(data)
      },
    })
  })
  await openNewChat(page, server.url)
  await exchange(page, '## Plano\n\n- **um**\n- dois\n[[echo]]')
  const stop = page.getByRole('button', { name: 'Parar a leitura' })
  await openMenu(page)
  await itemOf(page, 'Ouvir').click()
  await expect(stop).toBeVisible()
  expect((await heardOn(page)).said).toEqual(['Plano', '• um', '• dois'])
  expect(new Set((await heardOn(page)).langs)).toEqual(new Set(['pt-BR']))
  await stop.click()
  await expect(stop).toHaveCount(0)
  await openMenu(page)
  await itemOf(page, 'Ouvir').click()
  await expect(stop).toBeVisible()
  await page.evaluate(() => (Reflect.get(window, 'heard') as Heard).endAll())
  await expect(stop).toHaveCount(0)
  await openMenu(page)
  await itemOf(page, 'Compartilhar').click()
  expect((await heardOn(page)).shared).toEqual([{ text: 'Plano\n\n• um\n• dois' }])
})

test('a long own message is folded until it is asked for', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, `${Array.from({ length: 40 }, (_, at) => `Linha ${at}`).join('\n')}`)
  const message = messagesOf(page).last()
  const heightOf = async () => (await message.boundingBox())?.height ?? 0
  const more = message.getByRole('button', { name: 'Mostrar tudo' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  expect(await heightOf()).toBeLessThan(450)
  await expectAccessible(page)
  await more.click()
  expect(await heightOf()).toBeGreaterThan(800)
  await message.getByRole('button', { name: 'Mostrar menos' }).click()
  expect(await heightOf()).toBeLessThan(450)
})

test('a key copies the last reply, also while one writes', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNewChat(page, server.url)
  await exchange(page, 'Primeira [[echo]]')
  await exchange(page, 'Segunda [[echo]]')
  await composerOf(page).fill('Ainda escrevo')
  await composerOf(page).press('Control+Shift+C')
  await expect(repliesOf(page).last().getByText('Copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Segunda')
  await composerOf(page).blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Copiar a última resposta')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a long press on a message opens its menu, and a drag does not', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).fill('Toque longo [[echo]]')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await replyEnded(page)
    const cdp = await page.context().newCDPSession(page)
    const press = async (text: ReturnType<Page['locator']>, drag = 0) => {
      const box = await text.boundingBox()
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      if (drag)
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + drag }] })
      await page.waitForTimeout(800)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const menu = page.getByRole('menu')
    await press(repliesOf(page).last().locator('p').first(), 60)
    await expect(menu).toHaveCount(0)
    await press(repliesOf(page).last().locator('p').first())
    await expect(itemOf(page, 'Mais curta')).toBeVisible()
    await expectAccessible(page)
    await itemOf(page, 'Selecionar o texto').tap()
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe('Toque longo')
    await page.evaluate(() => getSelection()?.empty())
    await press(messagesOf(page).last().locator('p').first())
    await expect(itemOf(page, 'Editar e reenviar')).toBeVisible()
  })
})
