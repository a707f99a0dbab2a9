import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brands, offers, products } from '../../db/schema/index.ts'
import { makeBusiness } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import {
  makeAttachment,
  makeConversation,
  makePeople,
  makePerson,
  makeSubject,
  type People,
  type Role,
} from '../../testing/factories/people.ts'
import {
  documentedRoutes,
  expectedFor,
  fill,
  pathOf,
  ROUTE_TABLE,
  UNDOCUMENTED,
} from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let people: People
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(() => app.close())

// The owner comes last, because only the owner changes anything.
const IN_TURN: Role[] = ['anonymous', 'other', 'banned', 'admin', 'owner']

describe('the route table', () => {
  test('has a row for every route of the document, and no other row', async () => {
    const documented = (await documentedRoutes(app.visitor())).map(({ key }) => key)
    expect(Object.keys(ROUTE_TABLE).toSorted()).toEqual([...documented, ...UNDOCUMENTED].toSorted())
  })

  test.each(Object.entries(ROUTE_TABLE))('%s has the expected status for each role', async (key, row) => {
    const [method = '', path = ''] = key.split(' ')
    const { db } = app.server.deps
    const { userId } = people.owner
    const [conversation, attachmentId, business] = await Promise.all([
      makeConversation(db, { userId, agentId }),
      // One for each row would use up the owner's attachments of the day.
      path.includes('{attachmentId}') ? makeAttachment(app.server.deps, userId) : '',
      makeBusiness(db, { userId }),
    ])
    const statuses: Partial<Record<Role, number>> = {}
    for (const role of IN_TURN) {
      const caller = row.endsSession ? await makePerson(app, role) : people[role]
      const subject = await makeSubject(db)
      const target = { ...conversation, ...business, agentId, caller, subject }
      // A cookie from another user's call must not replace this user's.
      const client = key.includes('/api/auth/sign-') && !row.endsSession ? app.visitor() : caller
      const address = fill(pathOf(path, row), { ...target, ...subject, attachmentId })
      const response = await client.fetch(method, address, row.body?.(target))
      statuses[role] = response.status
      await response.body?.cancel()
    }
    expect(statuses).toEqual(Object.fromEntries(IN_TURN.map((role) => [role, expectedFor(row, role)])))
    // One of each for each row would reach the owner's limit.
    const gone = { deletedAt: new Date() }
    await db.update(offers).set(gone).where(eq(offers.userId, userId))
    await db.update(brands).set(gone).where(eq(brands.userId, userId))
    await db.update(products).set(gone).where(eq(products.userId, userId))
  })
})
