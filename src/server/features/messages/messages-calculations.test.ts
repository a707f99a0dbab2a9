import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import type { Behaviour } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
})

const input = { conta: { operacao: 'desconto', de: '1.997,00', percentual: '30' } }
const calls: Behaviour = { kind: 'calls', tokens: ['Vou ', 'calcular.'], calls: [{ input }] }
const LINE = '> **Conta:** R$\u00a01.997,00 − 30% = R$\u00a01.397,90 (desconto de R$\u00a0599,10)'
const BEGINNING = `Vou calcular.\n\n${LINE}\n\n`

async function rowOf(id: string) {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}

const lastBody = () => Object(app.provider.requests.at(-1)?.body)

describe('a reply with a calculation', () => {
  test('is stored as shown, with its total cost', async () => {
    app.provider.script(calls, { kind: 'reply', tokens: ['Sai por ', 'R$ 1.397,90.'] })
    const { replyId, events } = await talk.say('Quanto fica com 30% de desconto?')

    expect(textOf(events)).toBe(`${BEGINNING}Sai por R$ 1.397,90.`)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
    expect(await rowOf(replyId)).toMatchObject({
      content: `${BEGINNING}Sai por R$ 1.397,90.`,
      status: 'done',
      finishReason: 'stop',
      nTokens: 2 * DOUBLE_INPUT.tokens + 3 + 2,
      nCachedTokens: 2 * DOUBLE_INPUT.cached,
      nOutputTokens: 3 + 2,
      usedModel: 'openai',
    })
  })

  test('is in the conversation that the model reads, and titles are requested without tools', async () => {
    app.provider.script(calls, { kind: 'reply', tokens: ['Pronto.'] })
    const before = app.provider.asides.length
    await talk.say('Quanto fica?')
    await talk.say('E depois?')
    expect(lastBody().messages.at(-2)).toEqual({ role: 'assistant', content: `${BEGINNING}Pronto.` })
    await eventually(() => expect(app.provider.asides.length).toBeGreaterThan(before))
    for (const { body } of app.provider.asides) expect(body).not.toHaveProperty('tools')
  })

  test('has a step in its stream and in its row, which clients of before ignore', async () => {
    app.provider.script(calls, { kind: 'reply', tokens: ['Pronto.'] })
    const { replyId, events } = await talk.say('Quanto fica?')
    const step = { id: expect.any(String), name: 'calcular', status: 'done', at: 'Vou calcular.'.length }
    expect(events.filter(({ event }) => event === 'tool')).toEqual([
      { id: step.at, event: 'tool', data: step },
    ])
    const [question, reply] = await talk.list()
    expect(question).not.toHaveProperty('steps')
    expect(reply).toMatchObject({ id: replyId, steps: [step] })
    // Such a client reads the three events of before.
    const known = events.filter(({ event }) => event !== 'tool')
    expect(textOf(known)).toBe(reply?.content)
    expect(known.at(-1)).toMatchObject({ id: reply?.content.length, event: 'done' })
    expect(known.map(({ id }) => id)).toEqual(known.map(({ id }) => id).toSorted((a, b) => a - b))

    await talk.say('Oi')
    expect((await talk.list()).at(-1)).not.toHaveProperty('steps')
  })

  test('keeps its steps when the reply is continued', async () => {
    app.provider.script(calls, { kind: 'cut', after: 1, how: 'end', tokens: ['Sai ', 'por'] })
    const { replyId } = await talk.say('Quanto fica?')
    const [before] = (await talk.list()).at(-1)?.steps ?? []
    app.provider.script(calls, { kind: 'reply', tokens: ['por R$ 1.397,90.'] })
    const again = await talk.continue(replyId)
    await again.closed
    expect(again).toMatchObject({ status: 'done', problems: [] })
    const stored = (await talk.list()).at(-1)
    expect(stored).toMatchObject({ content: again.text, steps: again.steps })
    expect(stored?.steps?.[0]).toEqual(before)
    expect(stored?.steps).toHaveLength(2)
  })

  test('keeps the calculation when stopped after it', async () => {
    app.provider.script(calls, { kind: 'stall', after: 1, tokens: ['Sai ', 'por'] })
    const reply = await talk.begin()
    await eventually(() => expect(reply.text).toBe(`${BEGINNING}Sai `))
    await talk.stop()
    await reply.closed
    expect(reply).toMatchObject({ status: 'stopped', problems: [] })
    expect(await rowOf(reply.messageId)).toMatchObject({ content: `${BEGINNING}Sai `, status: 'stopped' })
    await eventually(() => expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined())
  })

  test.each(['within what follows', 'right after it'])(
    'is not calculated again when the reply goes on after a restart %s',
    async (place) => {
      const said = place === 'right after it' ? [] : ['Sai ']
      app.provider.script(calls, { kind: 'stall', after: said.length, tokens: ['Sai ', 'por'] })
      const reply = await talk.begin()
      const shown = BEGINNING + said.join('')
      await eventually(() => expect(reply.text).toBe(shown))
      app.provider.script(calls, { kind: 'reply', tokens: ['por R$ 1.397,90.'] })
      await app.restart()
      await reply.closed
      await eventually(async () => expect((await rowOf(reply.messageId)).status).toBe('done'))
      const { content } = await rowOf(reply.messageId)
      expect(content.startsWith(shown)).toBe(true)
      expect(content.match(/Conta:/g)).toHaveLength(1)
      // The model continues from the text already written.
      expect(JSON.stringify(lastBody().messages)).toContain(JSON.stringify(shown).slice(1, -1))
    },
  )

  test('F3 reports a later provider failure and keeps the calculation', async () => {
    app.provider.script(calls, { kind: 'status', status: 401 })
    const { replyId, events } = await talk.say()
    expect(textOf(events)).toBe(BEGINNING)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'provider_auth' } })
    const { content, status, nTokens } = await rowOf(replyId)
    expect({ content, status, nTokens }).toEqual({
      content: BEGINNING,
      status: 'interrupted',
      nTokens: DOUBLE_INPUT.tokens + 3,
    })
  })
})
