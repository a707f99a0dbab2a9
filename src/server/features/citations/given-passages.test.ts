import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { messagePassages, messages, sources } from '../../db/schema/index.ts'
import type { Generate } from '../../runs/runs.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import { eventually } from '../../testing/eventually.ts'
import { makeCollection, makeSource } from '../../testing/factories/business.ts'
import { consult, givenIn, makeGuide, says } from '../../testing/factories/cited-source.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'
import { resumeReply } from '../messages/continue.service.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
let talk: ChatClient
let sourceId: string
const db = () => app.server.deps.db
beforeAll(async () => {
  app = await createTestApp()
  ;[ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  sourceId = await makeGuide(db(), ana)
  talk = await ChatClient.open(ana, agentId)
})

const lastRequest = () => app.provider.requests.at(-1)
const given = () => givenIn(lastRequest())
const results = () => exchangeOf('chat', Object(lastRequest()?.body)).results.map(String)
const rows = (messageId: string) =>
  db()
    .select()
    .from(messagePassages)
    .where(eq(messagePassages.messageId, messageId))
    .orderBy(messagePassages.number)
const passage = (client: TestClient, messageId: string, number: number) =>
  client.get<CitedPassage>(`/messages/${messageId}/passages/${number}`)

/** Leaves a reply as one that an instance was writing. */
const orphan = async (messageId: string) => {
  const lease = { leaseOwner: uuidv7(), leaseUntil: sql`now() + interval '1 hour'` }
  const orphaned = { ...lease, status: 'running', finishReason: null, content: 'Em sete' } as const
  await db().update(messages).set(orphaned).where(eq(messages.id, messageId))
}
const release = async (messageId: string) => {
  const free = { leaseOwner: null, leaseUntil: null }
  const released = { ...free, status: 'interrupted', errorCode: 'server_stopped' } as const
  await db().update(messages).set(released).where(eq(messages.id, messageId))
}
const written = async (generate: Generate | undefined) => {
  let text = ''
  for await (const part of generate?.(new AbortController().signal) ?? []) {
    if (part.type === 'text') text += part.text
  }
  return text
}

describe('the tool consultar', () => {
  test('goes on with the numbers, keeps those of known passages, and is a step', async () => {
    app.provider.script(
      consult({ query: 'mentoria reembolso' }),
      says('Sete dias [1]; na quinta [2]; nada [3].'),
    )
    const { events, replyId } = await talk.say('Qual é o prazo de reembolso?')
    const [result] = results()
    expect(takeApart(result ?? '').data).toEqual([
      {
        tipo: 'trechos do Acervo',
        trechos: expect.arrayContaining([
          expect.objectContaining({ numero: 1, texto: 'O reembolso sai em sete dias.' }),
          expect.objectContaining({ numero: 2, texto: 'A mentoria acontece na quinta.' }),
        ]),
      },
    ])
    expect(textOf(events)).toBe('Sete dias [1]; na quinta [2]; nada.')
    const [, reply] = await talk.list()
    expect(reply?.steps).toMatchObject([{ name: 'consultar', label: 'mentoria reembolso', status: 'done' }])
    expect(reply?.citations?.map(({ number }) => number)).toEqual([1, 2])
    expect((await rows(replyId)).map(({ number }) => number)).toEqual([1, 2])
  })

  test('called twice in one request lets the model read every passage that it may cite', async () => {
    const long = (word: string) =>
      Array.from({ length: 8 }, (_, index) => `${word} ${index}: ${'um texto '.repeat(120)}`)
    const texts = [...long('bonificação'), ...long('certificado')]
    await makeSource(db(), { userId: ana.userId, name: 'Livro', texts })
    app.provider.script(consult({ query: 'bonificação' }, { query: 'certificado' }), says('Pronto.'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    const read = results().map((result) => {
      const { data, instructions } = takeApart(result)
      expect(instructions.join('')).toBe('(dados)')
      return Object(data[0]).trechos.map(({ numero }: { numero: number }) => numero)
    })
    expect(read.map(({ length }) => length)).toEqual([5, 5])
    expect((await rows(replyId)).map(({ number }) => number)).toEqual([1, ...read.flat()])
  })

  test('finds nothing of another user, whatever it is asked for', async () => {
    const secret = await makeCollection(db(), { userId: bia.userId, name: 'Segredos da Bia' })
    await makeSource(db(), { userId: bia.userId, collectionId: secret, texts: ['Reembolso oculto da Bia.'] })
    const inputs = [
      { query: 'reembolso oculto', collection: 'Segredos da Bia' },
      { query: 'reembolso', collection: secret },
      { query: 'oculto' },
      { query: 'oculto', userId: bia.userId, ownerId: bia.userId },
    ]
    app.provider.script(consult(...inputs), says('Nada.'))
    await talk.say('Mentoria?')
    expect(results()).toHaveLength(4)
    expect(results().join()).not.toContain('Reembolso oculto')
    expect(results()[0]).toContain('Não há uma coleção com este nome')
  })

  test('finds nothing in a source once it is deleted', async () => {
    app.provider.script(consult({ query: 'mentoria' }), says('Na quinta [2].'))
    const { replyId } = await talk.say('Reembolso?')
    expect((await ana.call('DELETE', `/api/v1/sources/${sourceId}`)).status).toBe(200)
    const [, reply] = await talk.list()
    expect(reply?.citations).toMatchObject([{ number: 2, sourceId: null, sourceName: 'Guia do curso' }])
    // The text stays as it was read.
    expect((await passage(ana, replyId, 2)).data).toMatchObject({
      ...{ text: 'A mentoria acontece na quinta.', sourceId: null, collectionId: null },
    })
  })
})

describe('the passages of a reply', () => {
  test('are given to the next writer under the same numbers, and are counted on', async () => {
    app.provider.script({ kind: 'cut', after: 2, how: 'end', tokens: ['Sete dias [1]', '. E ', 'depois'] })
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    await makeSource(db(), { userId: ana.userId, name: 'Nova', texts: ['Reembolso em dobro.'] })
    app.provider.script(consult({ query: 'mentoria' }), says('na quinta [2] [3].'))
    const reply = await talk.continue(replyId)
    await reply.closed
    expect(reply.text).toBe('Sete dias [1]. E na quinta [2].')
    expect((await rows(replyId)).map(({ number, text }) => [number, text])).toEqual([
      [1, 'O reembolso sai em sete dias.'],
      [2, 'A mentoria acontece na quinta.'],
    ])
  })

  test('are read again by an instance that takes the reply over, also when their source is gone', async () => {
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    await orphan(replyId)
    await db().delete(sources)
    app.provider.script(says(' dias [1]; já [2].'))
    expect(await written(await resumeReply(app.server.deps, replyId))).toBe(' dias [1]; já.')
    expect(given().turns[0]?.content).toContain('"numero":1,"fonte":"Guia do curso"')
    await release(replyId)
  })

  test('that cannot be read in time are counted on by the tool, and no other address is trusted', async () => {
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    await orphan(replyId)
    app.provider.script(
      consult({ query: 'mentoria' }),
      says(' dias; na quinta [2], [3]. Veja a [Lei](https://www.gov.br/lei).'),
    )
    const generate = await resumeReply(app.server.deps, replyId)
    const asked = app.provider.requests.length
    const { text } = await db().transaction(async (tx) => {
      await tx.execute(sql`lock table message_passages in access exclusive mode`)
      const going = written(generate)
      await eventually(() => expect(app.provider.requests).toHaveLength(asked + 1))
      return { text: () => going }
    })
    expect(await text()).toBe(' dias; na quinta [2],. Veja a [Lei].')
    expect((await rows(replyId)).map(({ number, text: read }) => [number, read])).toEqual([
      [1, 'O reembolso sai em sete dias.'],
      [2, 'A mentoria acontece na quinta.'],
    ])
    await release(replyId)
  })

  test('are no longer numbers in the replies before, which the model reads', async () => {
    app.provider.script(says('Em sete dias [1].'), says('Na quinta [1].'))
    await talk.say('Qual é o prazo de reembolso?')
    await talk.say('E a mentoria?')
    expect(given().turns.at(-2)).toEqual({ role: 'assistant', content: 'Em sete dias.' })
    expect(given().block?.trechos?.map(({ texto }) => texto)).toEqual(['A mentoria acontece na quinta.'])
  })

  test('are those of the reply that is rewritten', async () => {
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    app.provider.script(says('7 dias [1].'))
    const response = await talk.call('POST', `/messages/${replyId}/regenerate?change=shorter`)
    expect(response.status).toBe(200)
    expect(given().turns.at(-2)).toEqual({ role: 'assistant', content: 'Em sete dias [1].' })
    expect((await talk.list()).at(-1)?.citations).toMatchObject([{ number: 1, sourceId }])
  })

  test('that a rewrite cannot copy in time keep their numbers, and the tool counts on after them', async () => {
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    app.provider.script(consult({ query: 'mentoria' }), says('7 dias; na quinta [2].'))
    const asked = app.provider.requests.length
    const { response } = await db().transaction(async (tx) => {
      await tx.execute(sql`lock table message_passages in share row exclusive mode`)
      const going = talk.call('POST', `/messages/${replyId}/regenerate?change=shorter`)
      await eventually(() => expect(app.provider.requests).toHaveLength(asked + 1))
      // The tool is called meanwhile.
      await setTimeout(500)
      return { response: () => going }
    })
    expect((await response()).status).toBe(200)
    const rewritten = (await talk.list()).at(-1)
    expect(rewritten?.content).toBe('7 dias; na quinta [2].')
    expect(rewritten?.steps).toMatchObject([{ name: 'consultar', status: 'done' }])
    expect((await rows(rewritten?.id ?? '')).map(({ number, text }) => [number, text])).toEqual([
      [1, 'O reembolso sai em sete dias.'],
      [2, 'A mentoria acontece na quinta.'],
    ])
  })

  test('are not announced where every source is gone', async () => {
    app.provider.script(says('Em sete dias [1].'), says('Não sei.'))
    await talk.say('Qual é o prazo de reembolso?')
    await db().delete(sources)
    await talk.say('E a garantia?')
    expect(given().turns.at(-1)).toEqual({ role: 'user', content: 'E a garantia?' })
  })

  test('count as storage while the chat is there, and are of its user alone', async () => {
    const used = async () => (await ana.get<StorageUsage>('/me/storage')).data.used
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    expect((await passage(bia, replyId, 1)).status).toBe(404)
    expect((await passage(ana, replyId, 2)).status).toBe(404)
    expect((await passage(ana, replyId, 0)).status).toBe(400)
    const before = await used()
    await db().delete(messagePassages).where(eq(messagePassages.messageId, replyId))
    expect(before - (await used())).toBe(Buffer.byteLength('O reembolso sai em sete dias.'))
  })
})
