import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChatClient, outcomeOf, type Said } from '../../testing/clients/chat-client.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'

let app: TestApp
let ana: TestClient
let talk: ChatClient
let second: Said
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  talk = await ChatClient.open(ana, await openAgentId(ana))
  app.provider.script({ kind: 'reply', tokens: ['A outra resposta.'] })
  await talk.say('Plano de ação')
  app.provider.script({ kind: 'reply', tokens: ['## Plano de ação\n\n- **coração** e prova'] })
  second = await talk.say('E agora?')
  await ana.call('PATCH', `/api/v1/chats/${talk.chatId}`, { title: 'Plano de ação' })
})
afterAll(() => app.close())

const address = (id: string, format: string) =>
  `/api/v1/chats/${talk.chatId}/messages/${id}/export?format=${format}`

async function exported(format: string) {
  const response = await ana.fetch('GET', address(second.replyId, format))
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: await response.bytes() }
}

test('one reply is a file with the title once, and without the other messages', async () => {
  const { headers, bytes } = await exported('md')
  expect(headers.get('content-disposition')).toContain('Plano de acao.md')
  expect(Buffer.from(bytes).toString()).toMatch(
    /^# Plano de ação\n\n- Agente: .+\n\n- \*\*coração\*\* e prova\n$/,
  )
  const xml = (await unzip((await exported('docx')).bytes)).get('word/document.xml')?.toString() ?? ''
  const pdf = await getDocumentProxy((await exported('pdf')).bytes)
  const { text } = await extractText(pdf, { mergePages: true })
  for (const written of [xml.replace(/<[^>]+>/g, ''), text]) {
    expect(written).toContain('coração e prova')
    expect(written).not.toMatch(/A outra|E agora/)
  }
})

test('a foreign reply, an own message and an unknown format are refused', async () => {
  const bia = await app.signUp('Bia')
  expect((await bia.fetch('GET', address(second.replyId, 'md'))).status).toBe(404)
  expect(outcomeOf(await ana.call('GET', address(second.messageId, 'md')))).toEqual([409, 'CONFLICT'])
  expect(outcomeOf(await ana.call('GET', address(second.replyId, 'exe')))).toEqual([400, 'VALIDATION_ERROR'])
})
