import type { Page } from '@playwright/test'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import {
  chatIdOf,
  exchange,
  expect,
  openNewChat,
  PROVIDER_KEY,
  repliesOf,
  replyEnded,
  retryOf,
  say,
  test,
} from './helpers/fixtures.ts'
import { envelope, messageOf } from './helpers/stub-responses.ts'

const BEGINNING = 'Plano de lançamento'

/** Sends a message whose reply fails, and asserts the explanation. */
async function expectEnding(page: Page, directive: string, sentence: string, text = '') {
  await exchange(page, `Escreva ${directive}`)
  const reply = repliesOf(page).last()
  await expect(reply, directive).toContainText(sentence)
  await expect(reply, directive).toContainText(text)
}

test('F1 a refused key is explained without the provider’s text, and a retry succeeds', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  for (const status of [401, 403]) {
    await expectEnding(page, `[[status=${status} times=1]]`, REPLY_ERROR_TEXT.provider_auth)
    await expect(page.getByText(/Refused with/)).toHaveCount(0)
    expect(await page.content()).not.toContain(PROVIDER_KEY)
    await retryOf(page).click()
    await expect(repliesOf(page).last()).toContainText(BEGINNING)
    await replyEnded(page)
  }
  await expect(page.getByText(REPLY_ERROR_TEXT.provider_auth)).toHaveCount(0)
})

test('F2 F3 a busy or broken provider is explained, and a retry succeeds', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await expectEnding(page, '[[status=429 times=3]]', REPLY_ERROR_TEXT.provider_rate)
  await retryOf(page).click()
  await expect(repliesOf(page).last()).toContainText(BEGINNING)
  await replyEnded(page)
  await expectEnding(page, '[[status=503 times=3]]', REPLY_ERROR_TEXT.provider_down)
  await page.reload()
  await expect(repliesOf(page).last()).toContainText(REPLY_ERROR_TEXT.provider_down)
  await retryOf(page).click()
  await expect(repliesOf(page).last()).toContainText(BEGINNING)
  await replyEnded(page)
  await expect(repliesOf(page)).toHaveCount(2)
  await expect(page.getByText(/Não conseguimos falar/)).toHaveCount(0)
})

test('F4 a missing first token shows activity at once, and a note after 30 seconds', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await openNewChat(page, server.url)
  await say(page, 'Escreva [[silent]]')
  const reply = repliesOf(page).last()
  await expect(reply.getByRole('img', { name: 'O agente está preparando a resposta' })).toBeVisible()
  const note = reply.getByText('O agente está demorando mais que o normal')
  await page.clock.fastForward(20_000)
  await expect(note).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(reply).toContainText('Resposta interrompida por você.')
})

test('F5 F6 F7 a stall, cut or error in the stream keeps the text, with reason and retry', async ({
  page,
  server,
}) => {
  const { stall, upstream_cut } = REPLY_ERROR_TEXT
  const faults: [directive: string, sentence: string][] = [
    ['[[cut@8 times=1]]', upstream_cut],
    ['[[fin@8 times=1]]', upstream_cut],
    ['[[end@8 times=1]]', upstream_cut],
    ['[[error@8 times=1]]', upstream_cut],
    ['[[stall@8 heartbeat=200 times=1]]', stall],
  ]
  await openNewChat(page, server.url)
  for (const [directive, sentence] of faults) {
    await expectEnding(page, directive, sentence, BEGINNING)
    await expect(retryOf(page)).toBeVisible()
  }
  await page.reload()
  for (const [index, [directive, sentence]] of faults.entries()) {
    await expect(repliesOf(page).nth(index), directive).toContainText(sentence)
    await expect(repliesOf(page).nth(index), directive).toContainText(BEGINNING)
  }
  await retryOf(page).click()
  await expect(repliesOf(page).last()).toContainText('Quer que eu detalhe alguma etapa?')
  await replyEnded(page)
  await expect(page.getByText(stall)).toHaveCount(0)
})

test('F11 F12 F13 an empty, filtered or truncated reply is explained', async ({ page, server }) => {
  const faults: [directive: string, sentence: string, text: string][] = [
    ['[[empty]]', REPLY_ERROR_TEXT.empty, ''],
    ['[[blank]]', REPLY_ERROR_TEXT.empty, ''],
    [
      '[[filter@8]]',
      'O provedor de IA cortou parte desta resposta pelas regras de conteúdo dele.',
      BEGINNING,
    ],
    ['[[length@8]]', 'A resposta parou no limite de tamanho.', BEGINNING],
  ]
  await openNewChat(page, server.url)
  for (const [directive, sentence, text] of faults) await expectEnding(page, directive, sentence, text)
  await page.reload()
  for (const [index, [directive, sentence, text]] of faults.entries()) {
    await expect(repliesOf(page).nth(index), directive).toContainText(sentence)
    await expect(repliesOf(page).nth(index), directive).toContainText(text)
  }
})

test('F1 to F28 every error of a stored reply has its message, and the last one a retry', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Oi')
  await replyEnded(page)
  const chatId = chatIdOf(page)
  const codes = Object.keys(REPLY_ERROR_TEXT) as ReplyErrorCode[]
  const replies = codes.flatMap((errorCode) => [
    messageOf(chatId, 'ai', '', { status: 'error', errorCode }),
    messageOf(chatId, 'ai', 'Começo da resposta', { status: 'interrupted', errorCode }),
  ])
  await page.route(`**/api/v1/chats/${chatId}/messages`, (route) =>
    route.fulfill({ json: envelope(replies) }),
  )
  await page.reload()
  await expect(repliesOf(page)).toHaveCount(replies.length)
  for (const [index, { content, errorCode }] of replies.entries()) {
    const reply = repliesOf(page).nth(index)
    await expect(reply).toContainText(REPLY_ERROR_TEXT[errorCode ?? 'internal'])
    await expect(reply).toContainText(content)
  }
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(1)
  await expect(retryOf(page)).toBeVisible()
})
