import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { messagePassages, sources } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import { makeSource } from '../../testing/factories/business.ts'
import { consult, says } from '../../testing/factories/cited-source.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const { passagesPerReply } = COLLECTION_LIMITS
const FULL = JSON.stringify({ error: 'Esta resposta já recebeu trechos demais. Escreva com os que há.' })

let app: TestApp
let ana: TestClient
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(sources)
  talk = await ChatClient.open(ana, await openAgentId(ana))
})

const db = () => app.server.deps.db
const give = (texts: string[]) => makeSource(db(), { userId: ana.userId, name: 'Guia', texts })
const results = () => exchangeOf('chat', Object(app.provider.requests.at(-1)?.body)).results.map(String)
/** The numbers of the passages in a result of the tool. */
const numbersIn = (result = ''): number[] =>
  Object(takeApart(result).data[0]).trechos.map(({ numero }: { numero: number }) => numero)
const stored = async (messageId: string) =>
  (await db().select().from(messagePassages).where(eq(messagePassages.messageId, messageId)))
    .map(({ number }) => number)
    .toSorted((a, b) => a - b)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** A reply that broke off after its writers were given this many passages, of which the first one is of a source. */
async function brokenOff(count: number): Promise<string> {
  app.provider.script({ kind: 'cut', after: 1, how: 'end', tokens: ['Em sete dias [1]', '.'] })
  const { replyId } = await talk.say('Qual é o prazo de reembolso?')
  await db().execute(sql`insert into message_passages (message_id, user_id, number, passage_id, source_name, kind, headings, text)
    select ${replyId}::uuid, ${ana.userId}::uuid, number, gen_random_uuid(), 'Livro', 'md', '{}', 'Trecho de antes.'
    from generate_series(2, ${count}::int) number`)
  expect(await stored(replyId)).toEqual(upTo(count))
  return replyId
}

test('a reply is given ninety-nine passages: those beyond are left out, and the tool says so once none is left', async () => {
  const about = (topic: string) =>
    Array.from({ length: 8 }, (_, at) => `${topic} da turma ${at + 1}: veja o regulamento.`)
  await give(['O reembolso sai em sete dias.', ...about('Mentoria'), ...about('Certificado')])
  const replyId = await brokenOff(passagesPerReply - 4)
  app.provider.script(
    consult({ query: 'mentoria' }),
    consult({ query: 'certificado' }),
    consult({ query: 'reembolso' }),
    says(' Há [96], [99] e [100].'),
  )
  const reply = await talk.continue(replyId)
  await reply.closed
  const [first, second, third] = results()
  expect(numbersIn(first)).toEqual([96, 97, 98, 99])
  expect(second).toBe(FULL)
  // A passage that was given keeps its number, and is read again.
  expect(numbersIn(third)).toEqual([1])
  expect(reply.text).toBe('Em sete dias [1] Há [96], [99] e.')
  expect(await stored(replyId)).toEqual(upTo(passagesPerReply))
  const [, answer] = await talk.list()
  expect(answer?.steps?.map(({ name, status }) => [name, status])).toEqual([
    ['consultar', 'done'],
    ['consultar', 'error'],
    ['consultar', 'done'],
  ])
  expect(answer?.citations?.map(({ number }) => number)).toEqual([1, 96, 99])
})

test('a passage without room in the prompt is not given, and the model is not told that there is none', async () => {
  await give([
    'O reembolso sai em sete dias.',
    `Mentoria: ${'um texto longo '.repeat(4_000)}`,
    'Certificado em dobro.',
  ])
  app.provider.script(consult({ query: 'mentoria' }), consult({ query: 'certificado' }), says('Pronto.'))
  const { replyId } = await talk.say('Qual é o prazo de reembolso?')
  const [long, none] = results()
  expect(numbersIn(long)).toEqual([2])
  expect(none).toBe(FULL)
  expect(await stored(replyId)).toEqual([1, 2])
})
