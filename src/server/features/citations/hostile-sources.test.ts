import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { truncateText } from '../../ai/prompt/token-estimate.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import type { RecordedRequest } from '../../testing/doubles/provider/provider-double.ts'
import { makeSource } from '../../testing/factories/business.ts'
import { consult, givenIn, says } from '../../testing/factories/cited-source.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { HOSTILE_TEXTS } from '../../testing/factories/hostile-texts.ts'
import { takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const QUESTION = 'Qual é o prazo de reembolso?'

let app: TestApp
let agentId: string
let harmless: Layer
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Ana'))
  harmless = (await ask('Guia do curso')).layer
})
afterAll(() => app.close())

/** What a request says to the model as the house: its instructions and tools, and who says each of its turns. */
type Layer = { instructions: unknown[]; tools: unknown; roles: unknown[] }
function layerOf(request: RecordedRequest | undefined): Layer {
  const { messages = [], tools } = Object(request?.body)
  const turns: { role: string; content: unknown }[] = messages
  const roles = turns.map(({ role }) => role)
  const ofHouse = turns.filter(({ role }) => role !== 'user' && role !== 'assistant' && role !== 'tool')
  return { instructions: ofHouse, tools, roles }
}

/** A question of one who has a collection, a source and passages that say this, which the model also looks up. */
async function ask(hostile: string) {
  const { db } = app.server.deps
  const person = await app.signUp('Ana')
  // A name is one line.
  const line = hostile.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const wanted = truncateText(line, COLLECTION_LIMITS.nameLength).trim()
  const { data: collection } = await person.post<Collection>('/collections', { name: wanted })
  const texts = [`${hostile} O reembolso sai em sete dias.`, `${hostile} A mentoria acontece na quinta.`]
  const id = await makeSource(db, { userId: person.userId, collectionId: collection.id, texts })
  const { data: source } = await person.call<Source>('PATCH', `/api/v1/sources/${id}`, { name: wanted })
  const names = [collection.name, source.name]
  const talk = await ChatClient.open(person, agentId)
  app.provider.script(consult({ query: 'mentoria', collection: wanted }), says('Em sete dias [1].'))
  await talk.say(QUESTION, { context: { collectionIds: [collection.id] } })
  const [asked, consulted] = app.provider.requests.slice(-2)
  return { asked, consulted, texts, wanted, names, layer: layerOf(consulted) }
}

const trechosOf = (data: unknown[]) =>
  Object(data[0]).trechos?.map(({ fonte, texto }: { fonte: string; texto: string }) => [fonte, texto])

test.each(Object.entries(HOSTILE_TEXTS))(
  'names and passages stay data in both requests of a reply: %s',
  async (_what, hostile) => {
    const { asked, consulted, texts, wanted, names, layer } = await ask(hostile)
    expect(names).toEqual([wanted, wanted])
    expect(layer).toEqual(harmless)
    expect(JSON.stringify(layerOf(asked).instructions)).toBe(JSON.stringify(harmless.instructions))
    const { instructions, turns } = givenIn(asked)
    expect(instructions.join('\n')).toBe(`(dados)\n\n${QUESTION}`)
    const before = takeApart(turns.at(-1)?.content ?? '')
    expect(trechosOf(before.data)).toEqual([[wanted, texts[0]]])
    const results = exchangeOf('chat', Object(consulted?.body)).results.map(String)
    expect(results).toHaveLength(1)
    const read = takeApart(results.join(''))
    expect([read.instructions, trechosOf(read.data)]).toEqual([['(dados)'], [[wanted, texts[1]]]])
  },
)
