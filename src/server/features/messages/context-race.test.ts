import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chats, messages, offerProducts, products } from '../../db/schema/index.ts'
import { makeAgent } from '../../testing/factories/agents.ts'
import { makeProduct } from '../../testing/factories/business.ts'
import {
  CONTEXT_KINDS,
  type ContextKind,
  makeContextAssets,
  setDeleted,
  type Things,
} from '../../testing/factories/context-assets.ts'
import { newMessage, openChat } from '../../testing/factories/conversation.ts'
import { askedOf, takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

vi.setConfig({ testTimeout: 120_000 })

const SENDS = 24

type Person = { client: TestClient; userId: string; name: string; things: Things[] }

let app: TestApp
let agentId: string
let people: [Person, Person]
beforeAll(async () => {
  app = await createTestApp()
  agentId = await makeAgent(db())
  people = [await makePerson('Da-Ana reservado'), await makePerson('Da-Bia reservado')]
})
afterAll(() => app.close())

const db = () => app.server.deps.db

async function makePerson(name: string): Promise<Person> {
  const client = await app.signUp()
  const { userId } = client
  const things: Things[] = []
  for (let count = 0; count < 4; count += 1) things.push(await makeContextAssets(db(), { userId, name }))
  return { client, userId, name, things }
}

/** Picks an item of the list by round number. */
const turnOf = <T>(list: readonly T[], round: number): T => {
  const item = list[round % list.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}

/** Deletes, restores, purges and links the user's assets. */
async function change({ userId, name, things }: Person, round: number): Promise<void> {
  const kind = turnOf(CONTEXT_KINDS, round)
  const isDeleted = (round >> 2) % 2 === 0
  const ids = things.filter((_, index) => !isDeleted || (index + round) % 3 === 0).map((it) => it[kind])
  await setDeleted(db(), { kind, ids, isDeleted })
  const productId = await makeProduct(db(), { userId, name: `${name} ${round}` })
  const { offerIds: offerId } = turnOf(things, round)
  await db().insert(offerProducts).values({ offerId, productId, userId, position: round })
  if (round % 3 > 0) await db().delete(products).where(eq(products.id, productId))
}

/**
 * The context of the round's message: one kind or everything; every fourth round includes another user's
 * asset.
 */
function contextOf(
  things: Things[],
  others: Things[],
  round: number,
): Partial<Record<ContextKind, string[]>> {
  const chosen = things.filter((_, index) => (index + round) % 2 === 0)
  const kind = turnOf(CONTEXT_KINDS, round >> 2)
  const kinds = round % 4 === 2 ? CONTEXT_KINDS : [kind]
  const context = Object.fromEntries(kinds.map((it) => [it, chosen.map((own) => own[it])]))
  if (isMixed(round)) context[kind]?.push(turnOf(others, round)[kind])
  return context
}
const isMixed = (round: number) => round % 4 === 3

async function send({ client, name, things }: Person, other: Person, round: number): Promise<void> {
  const chatId = await openChat(client, agentId)
  const message = { ...newMessage(`${name}: um`), context: contextOf(things, other.things, round) }
  const response = await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, message)
  await response.text()
  expect(isMixed(round) ? [404] : [200, 404]).toContain(response.status)
  if (response.status === 200) await client.send(chatId, newMessage(`${name}: dois`))
}

test('A3 prompts never name another account’s rows while assets change concurrently', async () => {
  const [ana, bia] = people
  let left = people.length
  const sendAll = async (person: Person, other: Person) => {
    try {
      for (let round = 0; round < SENDS; round += 1) await send(person, other, round)
    } finally {
      left -= 1
    }
  }
  const changeAll = async (person: Person) => {
    for (let round = 0; left > 0; round += 1) await change(person, round)
  }
  await Promise.all([sendAll(ana, bia), sendAll(bia, ana), changeAll(ana), changeAll(bia)])
  // One more round with all assets restored, so that the prompt names some.
  for (const { things } of people) {
    for (const kind of CONTEXT_KINDS) {
      await setDeleted(db(), { kind, ids: things.map((it) => it[kind]), isDeleted: false })
    }
  }
  await send(ana, bia, 2)
  await send(bia, ana, 2)

  const asked = app.provider.requests.map(askedOf)
  expect(asked.some(({ system }) => takeApart(system).data.length > 0)).toBe(true)
  for (const { system, turns } of asked) {
    const [sender, other] = turns[0]?.content.startsWith(ana.name) ? [ana, bia] : [bia, ana]
    expect(turns[0]?.content).toContain(sender.name)
    expect(JSON.stringify([system, turns])).not.toContain(other.name)
    // Assets linked to an offer meanwhile may exceed the budget and appear by name only.
    const named = (takeApart(system).data as { nome?: string; itens?: string[] }[]).flatMap(
      ({ nome, itens = [] }) => (nome === undefined ? itens : [nome]),
    )
    for (const name of named) expect(name).toContain(sender.name)
  }
  const rows = await db()
    .select({ userId: chats.userId, grounding: messages.grounding, context: messages.context })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
  for (const { userId, ...kept } of rows) {
    const other = userId === ana.userId ? bia : ana
    expect(JSON.stringify(kept)).not.toContain(other.name)
    const ids = other.things.flatMap((it) => Object.values(it))
    expect(ids.filter((id) => JSON.stringify(kept).includes(id))).toEqual([])
  }
})
