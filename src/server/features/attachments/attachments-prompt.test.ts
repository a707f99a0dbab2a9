import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Attachment } from '#shared/contract/attachments.ts'
import { pdfFile, sendFile } from '../../testing/factories/attachment-files.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { image } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(() => {
  app.provider.requests.length = 0
})

type Part = { type: string; text?: string; image_url?: { url: string } }

/** The turns of the newest request after the system message, each as its parts. */
function askedTurns(): Part[][] {
  const { messages } = Object(app.provider.requests.at(-1)?.body)
  return messages
    .slice(1)
    .map(({ content }: { content: string | Part[] }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    )
}

async function send(chatId: string, content: string, files: Attachment[], more = {}) {
  const message = { ...newMessage(content), attachmentIds: files.map(({ id }) => id), ...more }
  const stream = await ana.open('POST', `/chats/${chatId}/messages`, message)
  await stream.rest()
  return { id: message.id, replyId: stream.messageId }
}

async function base64Of({ id }: Attachment): Promise<string> {
  const response = await ana.fetch('GET', `/api/v1/attachments/${id}/file`)
  return Buffer.from(await response.bytes()).toString('base64')
}

const block = (content: object) => `<dados>\n${JSON.stringify(content)}\n</dados>`

test('the model gets texts and images with their message and with later ones', async () => {
  const chatId = await openChat(ana, agentId)
  const { data: pdf } = await sendFile(ana, pdfFile(['Oferta: R$ 997']), 'Oferta.pdf')
  const { data: photo } = await sendFile(ana, await image('png'), 'página.png')
  const first = await send(chatId, 'O que acha?', [pdf, photo])
  const question = [
    { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${await base64Of(photo)}` } },
    {
      type: 'text',
      text: [
        block({ anexo: 'Oferta.pdf', tipo: 'PDF', texto: 'Oferta: R$ 997' }),
        block({ anexo: 'página.png', tipo: 'imagem' }),
        'O que acha?',
      ].join('\n\n'),
    },
  ]
  expect(askedTurns()).toEqual([question])

  await send(chatId, 'E agora?', [])
  expect(askedTurns()).toMatchObject([question, [{ type: 'text' }], [{ type: 'text', text: 'E agora?' }]])

  // Edited without the image: attachments of the old version are not sent.
  await send(chatId, 'O que acha só do PDF?', [pdf], { replacesId: first.id })
  expect(askedTurns()).toEqual([
    [
      {
        type: 'text',
        text: `${block({ anexo: 'Oferta.pdf', tipo: 'PDF', texto: 'Oferta: R$ 997' })}\n\nO que acha só do PDF?`,
      },
    ],
  ])

  const again = await ana.open('POST', `/chats/${chatId}/messages/${first.replyId}/regenerate`)
  await again.rest()
  expect(askedTurns()).toEqual([question])
})

test('images of older messages are sent by name only', async () => {
  const chatId = await openChat(ana, agentId)
  for (const words of ['um', 'dois', 'três', 'quatro']) {
    const { data } = await sendFile(ana, await image('jpeg', 20, 20), `${words}.jpg`)
    await send(chatId, words, [data])
  }
  const shown = askedTurns().filter((_turn, index) => index % 2 === 0)
  expect(shown.map((parts) => parts.filter(({ type }) => type === 'image_url').length)).toEqual([0, 1, 1, 1])
  expect(shown[0]?.[0]?.text).toMatch(/"anexo":"um\.jpg".*não é mostrada de novo/)
})

test('a text beyond the model’s budget is truncated, and the prompt says so', async () => {
  // The budget of a compatible server is 16,000 tokens.
  const chatId = await openChat(ana, agentId)
  const { data } = await sendFile(ana, 'Linha de um texto comprido.\n'.repeat(4_000), 'longo.txt')
  await send(chatId, 'Resuma.', [data])
  const [[part] = []] = askedTurns()
  expect(part?.text).toContain('Texto encurtado para caber')
  expect(part?.text?.length).toBeGreaterThan(20_000)
  expect(JSON.stringify(app.provider.requests.at(-1)?.body).length).toBeLessThan(16_000 * 3.5 * 1.2)
})

test('a model that refuses images answers without them, and is told their names', async () => {
  const chatId = await openChat(ana, agentId)
  const { data } = await sendFile(ana, await image('png'), 'foto.png')
  app.provider.script({ kind: 'status', status: 400 })
  await send(chatId, 'O que há aqui?', [data])
  expect(app.provider.requests).toHaveLength(2)
  expect(askedTurns()[0]?.[0]?.text).toMatch(/"nome":"foto\.png".*não vê imagens.*O que há aqui\?/s)
  expect(JSON.stringify(app.provider.requests[1]?.body)).not.toContain('base64')
  expect((await messagesOf(ana, chatId))[1]).toMatchObject({ status: 'done' })
})

test('a stopped reply is continued with the same attachments', async () => {
  const chatId = await openChat(ana, agentId)
  const { data } = await sendFile(ana, 'Segredo do anexo', 'nota.txt')
  const held = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after: 3, until: held.promise })
  const message = { ...newMessage('Leia.'), attachmentIds: [data.id] }
  const stream = await ana.open('POST', `/chats/${chatId}/messages`, message)
  await stream.next()
  await ana.post(`/chats/${chatId}/stop`)
  held.resolve()
  await stream.rest()
  await vi.waitFor(async () => expect((await messagesOf(ana, chatId))[1]?.status).toBe('stopped'))
  const more = await ana.open('POST', `/chats/${chatId}/messages/${stream.messageId}/continue`)
  await more.rest()
  expect(askedTurns()[0]?.[0]?.text).toContain('"texto":"Segredo do anexo"')
})
