import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extraMessages, messages } from '../../db/schema/index.ts'
import { type Business, makeBusiness, validOnboarding } from '../../testing/factories/business.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import {
  type Conversation,
  makeConversation,
  makePeople,
  type People,
} from '../../testing/factories/people.ts'
import { makeTutorial } from '../../testing/factories/tutorials.ts'
import { type ApiRoute, documentedRoutes, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let people: People
let agentId: string
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
  await makeTutorial(app.server.deps.db)
  routes = await documentedRoutes(app.visitor())
})
afterAll(() => app.close())

const conversationOf = (client: TestClient) =>
  makeConversation(app.server.deps.db, { userId: client.userId, agentId })

const businessOf = ({ userId }: TestClient) => makeBusiness(app.server.deps.db, { userId })

const strangers = (): Conversation & Business => ({
  chatId: randomUUID(),
  questionId: randomUUID(),
  messageId: randomUUID(),
  productId: randomUUID(),
  brandId: randomUUID(),
  sampleId: randomUUID(),
  noteId: randomUUID(),
  offerId: randomUUID(),
  documentId: randomUUID(),
  credentialId: randomUUID(),
  collectionId: randomUUID(),
  sourceId: randomUUID(),
  itemId: randomUUID(),
})

const call = ({ method, path, row }: ApiRoute, client: TestClient, ids: Conversation & Partial<Business>) => {
  const target = { ...ids, agentId, caller: client }
  return client.call(method, fill(path, target), row?.body?.(target))
}

/** A response without its timestamp. */
const said = ({ status, body }: Reply) => ({ status, body: { ...Object(body), timestamp: '' } })

const rowsOf = (chatId: string) =>
  app.server.deps.db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(messages.seq)

describe('resources of another user', { timeout: 120_000 }, () => {
  test('A1 give another account, also an administrator, on every route the same as a missing id', async () => {
    const owned = routes.filter(({ path }) => path.includes('{chatId}'))
    expect(owned.length).toBeGreaterThan(5)
    const theirs = await conversationOf(people.owner)
    const before = await rowsOf(theirs.chatId)
    for (const client of [people.other, people.admin]) {
      for (const route of owned) {
        const answer = said(await call(route, client, theirs))
        expect([route.key, answer.status]).toEqual([route.key, 404])
        expect(answer).toEqual(said(await call(route, client, strangers())))
      }
    }
    expect(await rowsOf(theirs.chatId)).toEqual(before)
  })

  test('A2 do not let another account read or stop a running reply', async () => {
    const { owner, other } = people
    const chatId = await openChat(owner, agentId)
    app.provider.script({ kind: 'stall', after: 3 })
    const stream = await owner.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    expect((await other.get(`/chats/${chatId}/stream`)).status).toBe(404)
    expect((await other.post(`/chats/${chatId}/stop`)).status).toBe(404)
    // Also not through a chat of their own.
    const own = await openChat(other, agentId)
    expect((await other.get(`/chats/${own}/stream`)).status).toBe(204)
    expect((await other.post(`/chats/${own}/stop`)).data).toEqual({ stopped: false })
    expect((await rowsOf(chatId)).at(-1)?.status).toBe('running')
    expect((await owner.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    expect((await stream.rest()).at(-1)?.data).toMatchObject({ status: 'stopped' })
  })

  test('A3 do not mix: a message of one chat is 404 in another chat of the same user', async () => {
    const { owner } = people
    const [here, there] = [await conversationOf(owner), await conversationOf(owner)]
    const nested = routes.filter(({ path }) => path.includes('{chatId}') && path.includes('{messageId}'))
    expect(nested.length).toBeGreaterThan(0)
    for (const route of nested) {
      const mixed = said(await call(route, owner, { ...here, messageId: there.messageId }))
      expect([route.key, mixed.status]).toEqual([route.key, 404])
      expect(mixed).toEqual(said(await call(route, owner, { ...here, messageId: randomUUID() })))
    }
    const page = await owner.get(`/chats/${here.chatId}/messages?before=${there.messageId}`)
    expect(page.status).toBe(404)
    const taken = await owner.post(`/chats/${here.chatId}/messages`, {
      ...newMessage(),
      id: there.questionId,
    })
    expect(taken.status).toBe(409)
    expect(await rowsOf(here.chatId)).toHaveLength(2)
  })
})

const assetPaths = ({ productId, brandId, offerId, documentId }: Business) => [
  `/products/${productId}`,
  `/brands/${brandId}`,
  `/offers/${offerId}`,
  `/documents/${documentId}`,
]

describe('A4 products, brands, offers and documents', { timeout: 120_000 }, () => {
  test('A4 of another user are like missing ones on every route, for an administrator too', async () => {
    const { owner, other, admin } = people
    const owned = routes.filter(({ path }) => /\{(product|brand|offer|document)Id\}/.test(path))
    expect(owned.length).toBeGreaterThan(15)
    const theirs = { ...(await conversationOf(owner)), ...(await businessOf(owner)) }
    const read = () => Promise.all(assetPaths(theirs).map(async (path) => said(await owner.get(path))))
    const before = await read()
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const client of [other, admin]) {
      for (const route of owned) {
        const answer = said(await call(route, client, theirs))
        expect([route.key, answer.status]).toEqual([route.key, 404])
        expect(answer).toEqual(said(await call(route, client, strangers())))
      }
      for (const list of ['/products', '/brands', '/offers', '/documents', '/assets']) {
        const { data } = await client.get<{ items: unknown[] }>(list)
        expect([list, data.items]).toEqual([list, []])
      }
    }
    expect(await read()).toEqual(before)
  })
})

/** All fields of a value as paths, at any depth. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldsOf(item, `${path}[]`)))]
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name))
}

const EXTRA = ['id', 'given', 'used', 'endsAt'].map((field) => `extra[].${field}`)
const LABEL = ['id', 'name', 'description', 'order', 'createdAt', 'updatedAt']
const STAMPS = ['createdAt', 'updatedAt']
const AGENT = [
  ...['id', 'name', 'description', 'photoUrl', 'enableFreePlan', 'isDraft', 'locked', 'available', ...STAMPS],
  ...['messageWeight', 'reviewsReplies', 'reviewChannel'],
  ...LABEL.map((field) => `labels[].${field}`),
  ...['id', 'agentId', 'content', 'order'].map((field) => `promptRecommendations[].${field}`),
  'requiredContext[]',
]
const CHAT = [
  ...['id', 'agentId', 'userId', 'title', 'pinnedAt', 'archivedAt', ...STAMPS],
  ...['lastMessageAt', 'isRunning', 'isUnread', 'isTitleProvisional', 'origin'],
  ...['id', 'name', 'photoUrl'].map((field) => `agent.${field}`),
]
const MESSAGE = [
  ...['id', 'chatId', 'parentId', 'sender', 'content', 'status', 'errorCode', 'finishReason'],
  ...['condensedTurns', 'siblingIds[]', 'feedback', ...STAMPS],
]
const PRODUCT = [
  ...['id', 'isDraft', 'name', 'type', 'transformation', 'mainPersona', 'maxInstallments', ...STAMPS],
  ...['anchorPrice', 'practicePrice', 'installmentValue'].flatMap((price) => [price, `${price}Decimal`]),
  ...['contentDetails', 'additionalDeliverables'],
]
const BRAND = [
  ...['id', 'name', 'description', 'audience', 'toneOfVoice', 'differentiators'],
  ...['website', 'instagram', ...STAMPS],
]
const OFFER = [
  ...['id', 'isDraft', 'name', 'bigIdea', 'mechanism', 'offer', 'brandIds[]', 'productIds[]'],
  ...STAMPS,
]
const ONBOARDING = [
  ...['id', 'userId', ...STAMPS],
  ...['marketingLevel', 'digitalMarketingGoal', 'strategies[]'].map((field) => `answers.${field}`),
]
const FIRST_HOURS = [
  'isChecklistOpen',
  ...['onboarding', 'product', 'chat', 'keeping'].map((step) => `steps.${step}`),
]
const PLAN = [
  ...['id', 'name', 'displayName', 'description', 'monthlyMessageLimit', 'allAgents', 'isFloor', 'priceText'],
  ...['dailyMessageLimit', 'storageMegabytes', 'passageLimit', 'trialDays', 'agents.open', 'agents.total'],
  ...STAMPS,
]
const MY_SUBSCRIPTION = [
  ...PLAN.map((field) => `plan.${field}`),
  ...['provider', 'state', 'currentPeriodEnd', 'graceUntil', 'waiting', 'canManage'],
  ...['id', 'provider', 'before', 'source', 'createdAt'].map((field) => `changes[].${field}`),
  ...['planName', 'status', 'currentPeriodEnd', 'graceUntil', 'isRenewalOff'].map(
    (field) => `changes[].after.${field}`,
  ),
]
const FOUND = [
  ...['id', 'agentId', 'archivedAt'].map((field) => `chat.${field}`),
  ...['id', 'name', 'photoUrl'].map((field) => `chat.agent.${field}`),
  ...['title[]', 'snippet[]'].flatMap((part) => [`${part}.text`, `${part}.isMatch`]),
  ...['messageId', 'writtenAt'],
]
const SEARCHED = [
  ...[...FOUND, 'passages', 'hasMorePassages', 'words[]'].map((field) => `chats.items[].${field}`),
  'chats.nextCursor',
  ...['products', 'brands', 'offers', 'documents'].flatMap((kind) =>
    ['id', 'name[].text', 'name[].isMatch', 'snippet[].text', 'snippet[].isMatch'].map(
      (field) => `${kind}.items[].${field}`,
    ),
  ),
  ...['chats', 'products', 'brands', 'offers', 'documents', 'tutorials'].map((kind) => `${kind}.hasMore`),
]
const TUTORIAL = [
  ...['id', 'title', 'description', 'youtubeVideoId', 'thumbnailUrl', 'order', ...STAMPS],
  ...['view.positionSeconds', 'view.watchedAt'],
]
const page = (fields: string[]) => [...fields.map((field) => `items[].${field}`), 'nextCursor', 'hasMore']

describe('A4 the fields for each role', () => {
  test.each([
    ['/agents', page(AGENT)],
    ['/agents/{agentId}', AGENT],
    ['/labels', LABEL.map((field) => `[].${field}`)],
    ['/chats', page(CHAT)],
    ['/agents/{agentId}/chats', page(CHAT)],
    ['/chats/{chatId}', CHAT],
    ['/chats/search?q=reservada', page(FOUND)],
    ['/search?q=reservad', SEARCHED],
    ['/chats/{chatId}/messages', MESSAGE.map((field) => `[].${field}`)],
    ['/products', page(PRODUCT)],
    ['/products/{productId}', PRODUCT],
    ['/brands', page(BRAND)],
    ['/brands/{brandId}', BRAND],
    ['/offers', page(OFFER)],
    ['/offers/{offerId}', OFFER],
    ['/assets', page(['kind', 'id', 'name', 'detail', 'isDraft', 'updatedAt'])],
    ['/me/onboarding', ONBOARDING],
    ['/me/first-hours', FIRST_HOURS],
    ['/me/usage', ['month', 'used', 'limit', 'renewsAt', 'planName', ...EXTRA]],
    ['/me/subscription', MY_SUBSCRIPTION],
    ['/tutorials', page(TUTORIAL)],
    ['/settings', ['demo', 'google', 'contactEmail']],
    ['/plans', PLAN.map((field) => `[].${field}`)],
  ])('%s has exactly these', async (path, fields) => {
    // An administrator sees the same here; administrators' data have routes of their own.
    for (const client of [people.owner, people.other, people.admin]) {
      const own = { ...(await conversationOf(client)), ...(await businessOf(client)) }
      await client.call('PUT', '/api/v1/me/onboarding', validOnboarding())
      const extra = { userId: client.userId, given: 1, reason: 'Turma piloto' }
      await app.server.deps.db.insert(extraMessages).values(extra)
      const { status, data } = await client.get(fill(path, { ...own, agentId }))
      expect(status).toBe(200)
      // Only locked agents name plans, and no agent is locked for administrators.
      const shown = fieldsOf(data).filter((field) => !field.startsWith('items[].plans[]'))
      expect(shown.toSorted()).toEqual(fields.toSorted())
    }
  })

  test('/api/auth/get-session returns the caller’s own only', async () => {
    for (const client of [people.owner, people.admin]) {
      const { body } = await client.call('GET', '/api/auth/get-session')
      const { user, session } = Object(body)
      expect([user.id, session.userId]).toEqual([client.userId, client.userId])
      expect(Object.keys(user).toSorted()).toEqual(
        [
          ...['id', 'name', 'email', 'emailVerified', 'image', 'bio', 'phoneNumber', 'role'],
          ...['hasCompletedOnboarding', 'banned', 'banReason', 'banExpires', 'twoFactorEnabled', ...STAMPS],
        ].toSorted(),
      )
      expect(Object.keys(session).toSorted()).toEqual(
        [
          ...[
            'id',
            'expiresAt',
            'ipAddress',
            'userAgent',
            'userId',
            'impersonatedBy',
            'lastSeenAt',
            ...STAMPS,
          ],
        ].toSorted(),
      )
    }
  })
})
