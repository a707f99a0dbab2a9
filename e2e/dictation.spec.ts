import type { Page } from '@playwright/test'
import {
  composerOf,
  expect,
  expectAccessible,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'

declare global {
  interface Window {
    /** Simulated recognition results. */
    hear: (...results: string[]) => void
    failHearing: (error: string) => void
    recognizer: { lang: string; isOn: boolean } | undefined
  }
}

/** A fake of speech recognition, which the tests' Chromium does not have. */
async function giveEars(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Recognizer extends EventTarget {
      lang = ''
      isOn = false
      start() {
        this.isOn = true
        window.recognizer = this
        queueMicrotask(() => this.dispatchEvent(new Event('start')))
      }
      stop() {
        this.#end()
      }
      abort() {
        this.#end()
      }
      #end() {
        if (!this.isOn) return
        this.isOn = false
        queueMicrotask(() => this.dispatchEvent(new Event('end')))
      }
      hear(texts: string[]) {
        const results = texts.map((transcript) => Object.assign([{ transcript }], { isFinal: false }))
        this.dispatchEvent(Object.assign(new Event('result'), { results }))
      }
      fail(error: string) {
        this.dispatchEvent(Object.assign(new Event('error'), { error }))
        this.#end()
      }
    }
    Object.assign(window, {
      webkitSpeechRecognition: Recognizer,
      SpeechRecognition: undefined,
      hear: (...texts: string[]) => (window.recognizer as Recognizer | undefined)?.hear(texts),
      failHearing: (error: string) => (window.recognizer as Recognizer | undefined)?.fail(error),
    })
  })
}

const start = (page: Page) => page.getByRole('button', { name: 'Ditar a mensagem' })
const stop = (page: Page) => page.getByRole('button', { name: 'Parar o ditado' })
const hear = (page: Page, ...texts: string[]) => page.evaluate((all) => window.hear(...all), texts)
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const isOn = (page: Page) => page.evaluate(() => window.recognizer?.isOn)

/** Starts dictation in a browser where the explanation was shown before. */
async function dictate(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('elenco-dictation-noted', '1'))
  await start(page).click()
  await expect(stop(page)).toBeVisible()
  await expect(status(page, 'Ouvindo…')).toBeVisible()
}

test('without speech recognition there is no dictation button, and the policy allows the microphone', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'SpeechRecognition')
    Reflect.deleteProperty(window, 'webkitSpeechRecognition')
  })
  await openNewChat(page, server.url)
  await expect(start(page)).toHaveCount(0)
  const response = await page.request.get('/app')
  expect(response.headers()['permissions-policy']).toContain('microphone=(self)')
})

test('the first time, the speech service is explained once', async ({ page, server }) => {
  await giveEars(page)
  await openNewChat(page, server.url)
  await start(page).click()
  const note = page.getByRole('region', { name: 'Quem escuta é o seu navegador' })
  await expect(note).toContainText('Google, Apple ou Microsoft')
  await expect(page.getByRole('button', { name: 'Começar a ditar' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await expect(composerOf(page)).toBeFocused()
  expect(await isOn(page)).toBeUndefined()
  await start(page).click()
  await page.getByRole('button', { name: 'Começar a ditar' }).click()
  await expect(status(page, 'Ouvindo…')).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  await stop(page).click()
  await page.reload()
  await start(page).click()
  await expect(status(page, 'Ouvindo…')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('recognised text is inserted at the caret while speaking, and typed text around it stays', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await giveEars(page)
  await openNewChat(page, server.url)
  await composerOf(page).fill('Antes depois')
  await composerOf(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5))
  await dictate(page)
  await expect(composerOf(page)).toBeFocused()
  expect(await page.evaluate(() => window.recognizer?.lang)).toBe('pt-BR')
  await expectAccessible(page)
  await hear(page, 'no')
  await expect(composerOf(page)).toHaveValue('Antes no depois')
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await hear(page, 'no meio')
  await expect(composerOf(page)).toHaveValue('Antes no meio depois!')
  await page.keyboard.type('!')
  await hear(page, 'no meio', 'de tudo')
  await expect(composerOf(page)).toHaveValue('Antes no meio de tudo depois!!')
  await stop(page).click()
  await expect(start(page)).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Antes no meio de tudo depois!!')
})

test('Esc ends dictation first, and stops the reply second', async ({ page, server }) => {
  await giveEars(page)
  await openNewChat(page, server.url)
  await say(page, 'Longa [[tokens=400 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await dictate(page)
  await hear(page, 'próxima pergunta')
  await page.keyboard.press('Escape')
  await expect(start(page)).toBeVisible()
  expect(await isOn(page)).toBe(false)
  await expect(composerOf(page)).toHaveValue('Próxima pergunta')
  await expect(page.getByRole('button', { name: 'Parar a resposta' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
})

test('sending ends dictation, and no later result reaches the empty field', async ({ page, server }) => {
  await giveEars(page)
  await openNewChat(page, server.url)
  await dictate(page)
  await hear(page, 'mensagem ditada')
  await page.keyboard.press('Enter')
  await expect(messagesOf(page)).toHaveText(['Mensagem ditada'])
  expect(await isOn(page)).toBe(false)
  await hear(page, 'mensagem ditada e mais')
  await expect(composerOf(page)).toHaveValue('')
  await replyEnded(page)
})

test('leaving the chat closes the microphone', async ({ page, server }) => {
  await giveEars(page)
  await signUp(page, server.url)
  await goToNewChat(page)
  await dictate(page)
  await page.goBack()
  await expect(page.getByRole('region', { name: /^Conversa com/ })).toHaveCount(0)
  expect(await isOn(page)).toBe(false)
})

test('when the browser cannot hear, the composer says why in plain words', async ({ page, server }) => {
  await giveEars(page)
  await openNewChat(page, server.url)
  await composerOf(page).fill('Meu texto')
  for (const [error, text] of [
    ['not-allowed', 'O navegador não deixou usar o microfone.'],
    ['no-speech', 'Não ouvimos nada.'],
    ['audio-capture', 'Não encontramos um microfone.'],
    ['network', 'O reconhecimento de fala do navegador não respondeu.'],
  ] as const) {
    await dictate(page)
    await page.evaluate((code) => window.failHearing(code), error)
    await expect(status(page, text)).toBeVisible()
    await expect(start(page)).toBeVisible()
    await expect(composerOf(page)).toHaveValue('Meu texto')
    await composerOf(page).press('End')
    await page.keyboard.type('.')
    await expect(status(page, text)).toHaveCount(0)
    await composerOf(page).fill('Meu texto')
  }
})
