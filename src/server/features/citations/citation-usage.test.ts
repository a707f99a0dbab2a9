import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { messagePassages } from '../../db/schema/index.ts'
import { createUsageDatabase, exchange, makeAgent, makeWriter } from '../../testing/factories/usage.ts'
import { countCitingReplies } from './citation-usage.queries.ts'

const { db, empty, close } = await createUsageDatabase()
afterAll(close)
beforeEach(empty)

test('replies with code are each read once, however many there are', async () => {
  const at = new Date()
  const [userId, agentId] = [await makeWriter(db, at), await makeAgent(db)]
  const passage = { userId, number: 1, passageId: uuidv7(), sourceName: 'Guia', kind: 'md' } as const
  const isCited = (index: number) => index % 3 === 0
  for (let index = 0; index < 450; index += 1) {
    const content = isCited(index) ? 'Use `v`, em sete dias [1].' : 'Use `v[1]`.'
    const { replyId: messageId } = await exchange(db, { userId, agentId, at, content })
    await db.insert(messagePassages).values({ ...passage, messageId, headings: [], text: 'Sete dias.' })
  }
  const { items } = await countCitingReplies(db)
  expect(items).toEqual([{ id: agentId, name: 'Agente de teste', replies: 150 }])
})
