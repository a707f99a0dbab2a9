import type { TestClient } from '../../src/server/testing/test-client.ts'
import { TALKS } from './creator-chats.ts'
import {
  ANSWERS,
  BRAND_OF_CREATOR,
  CREATOR,
  CREATOR_BIO,
  DOCUMENTS,
  OFFER_TEXTS,
  PRODUCTS,
} from './creator-texts.ts'
import { type House, made } from './installation.ts'

export type Creator = {
  person: TestClient
  /** The chat that the pictures show, and its agent. */
  chatId: string
  agentId: string
  documentId: string
  offerId: string
}

/** Creates a week of the creator's data that ends at `now`, on the plan that opens every agent. */
export async function moveCreatorIn(house: House, admin: TestClient, now: Date): Promise<Creator> {
  const person = await house.move(CREATOR, 'luana@raiznajanela.exemplo.com.br')
  await subscribe(admin, person.userId)
  await person.call('POST', '/api/auth/update-user', { bio: CREATOR_BIO })
  await person.call('PUT', '/api/v1/me/onboarding', ANSWERS)
  const productIds: string[] = []
  for (const product of PRODUCTS) productIds.unshift(await made(person.post('/products', product)))
  const [courseId = ''] = productIds
  const brandIds = [await made(person.post('/brands', BRAND_OF_CREATOR))]
  const offer = { ...OFFER_TEXTS, brandIds, productIds: [courseId] }
  const offerIds = [await made(person.post('/offers', offer))]
  let documentId = ''
  for (const document of DOCUMENTS) documentId = await made(person.post('/documents', document))
  await house.database.query(`update documents set updated_at = $1, created_at = $1`, [hoursBefore(now, 3)])
  await house.database.query(`update document_versions set created_at = $1`, [hoursBefore(now, 3)])
  const context = { productIds: [], brandIds: [], offerIds, documentIds: [] }
  let chatId = ''
  for (const { isAboutOffer, hoursAgo, ...talk } of TALKS) {
    chatId = await house.tell(person, { ...talk, ...(isAboutOffer && { context }) })
    await move(house, chatId, hoursBefore(now, hoursAgo))
  }
  return {
    person,
    chatId,
    agentId: await house.agentId(person, 'Clara'),
    documentId,
    offerId: offerIds[0] ?? '',
  }
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

async function subscribe(admin: TestClient, userId: string): Promise<void> {
  const { items } = (await admin.get<{ items: { id: string; name: string }[] }>('/plans/admin?limit=100'))
    .data
  const planId = items.find(({ name }) => name === 'creator')?.id
  const { status, error } = await admin.call('PATCH', `/api/v1/users/admin/${userId}`, { planId })
  if (status !== 200) throw new Error(`no plan: ${JSON.stringify(error)}`)
}

/** Moves a chat's timestamps to this time. */
async function move({ database }: House, chatId: string, at: Date): Promise<void> {
  await database.query(
    'update chats set last_message_at = $2, created_at = $2, read_seq = last_seq where id = $1',
    [chatId, at],
  )
  await database.query('update messages set created_at = $2, updated_at = $2 where chat_id = $1', [
    chatId,
    at,
  ])
}
