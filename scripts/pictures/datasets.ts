import { hublaPurchase, sendHubla } from '../../src/server/testing/doubles/hubla-sender.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import { ANSWERS, BRAND_OF_CREATOR, COURSE, DOCUMENTS, OFFER_TEXTS } from './creator-texts.ts'
import { fillUp, nameAtLength, takeNamesAway } from './fill-rows.ts'
import { House, HUBLA_TOKEN, made } from './installation.ts'
import { countNow } from './month-of-usage.ts'

/**
 * The data of an installation: nothing, one of each, a thousand of each, names of maximum length, or names
 * missing.
 */
export const WORLDS = ['empty', 'one', 'full', 'long', 'none'] as const
export type WorldName = (typeof WORLDS)[number]

type Kind =
  | ('agent' | 'lockedAgent' | 'label' | 'plan' | 'user' | 'notice' | 'tutorial' | 'event')
  | ('chat' | 'failedChat' | 'product' | 'brand' | 'offer' | 'document' | 'collection' | 'source')
  | 'houseCollection'

export type World = {
  house: House
  admin: TestClient
  person: TestClient
  ids: Partial<Record<Kind, string>>
}

/** An installation with an administrator and a user, with this data. */
export async function openWorld(name: WorldName): Promise<World> {
  const house = await House.open()
  try {
    const admin = await house.move('Renata Alencar')
    const person = await house.move('Luana Prado')
    const world: World = { house, admin, person, ids: { user: person.userId } }
    if (name === 'empty') await clear(house)
    else {
      await createOneOfEach(world)
      if (name === 'full') await fillUp(world)
      if (name === 'long') await nameAtLength(house.database)
      if (name === 'none') await takeNamesAway(house.database)
      await countNow(house.server.databaseUrl)
    }
    // The list of first steps then begins with the product.
    await house.database.query('update users set onboarding_offered_at = now()')
    return world
  } catch (error) {
    await house.close()
    throw error
  }
}

/** Deletes the seeded data except for the plans. */
async function clear({ database }: House): Promise<void> {
  await database.query('update agents set deleted_at = now()')
  await database.query('update labels set deleted_at = now()')
}

async function createOneOfEach(world: World): Promise<void> {
  const { house, admin, person, ids } = world
  await createBusiness(world)
  ids.agent = await house.agentId(person, 'Clara')
  ids.lockedAgent = await house.agentId(person, 'Kenji')
  ids.chat = await house.tell(person, {
    agent: 'Clara',
    title: 'Abertura da página da Primavera',
    context: { productIds: [], brandIds: [], offerIds: [ids.offer ?? ''], documentIds: [] },
    turns: [{ question: 'Como vendo mais com a Primavera na Janela?', reply: DOCUMENTS[1]?.body ?? '' }],
  })
  await rate(world, ids.chat)
  ids.failedChat = await made(person.post('/chats', { agentId: ids.agent }))
  house.provider.script({ kind: 'error', after: 20 })
  await person.send(ids.failedChat, { id: crypto.randomUUID(), content: 'Monte o calendário da semana.' })
  const archived = await made(person.post('/chats', { agentId: ids.agent }))
  await person.send(archived, { id: crypto.randomUUID(), content: 'Como vendo a Oficina de Temperos?' })
  await house.database.query('update chats set archived_at = now() where id = $1', [archived])
  await made(
    admin.post(`/users/admin/${person.userId}/extra-messages`, {
      ...{ id: crypto.randomUUID(), given: 40, until: '2031-11-30' },
      reason: 'Ficou dois dias sem acesso durante a manutenção',
    }),
  )
  await made(
    admin.post(`/users/admin/${person.userId}/notes`, {
      ...{
        id: crypto.randomUUID(),
        content: 'Ligou em novembro: quer voltar ao plano anual quando a turma abrir.',
      },
    }),
  )
  ids.notice = await made(
    admin.post('/notices/admin', {
      content: 'Sábado às 9h, ao vivo: como a Raiz na Janela vendeu 120 vagas com uma página só.',
      linkLabel: 'Ver tutoriais',
      linkUrl: '/app/tutoriais',
    }),
  )
  ids.tutorial = await made(
    admin.post('/tutorials/admin', {
      title: 'Primeiros passos no Elenco',
      description: 'Da conta criada à primeira conversa que vende.',
      youtubeVideoId: 'dQw4w9WgXcQ',
    }),
  )
  await createAdminData(world)
}

async function createBusiness({ admin, person, ids }: World): Promise<void> {
  await person.call('PUT', '/api/v1/me/onboarding', ANSWERS)
  ids.product = await made(person.post('/products', COURSE))
  ids.brand = await made(person.post('/brands', BRAND_OF_CREATOR))
  const chosen = { productIds: [ids.product], brandIds: [ids.brand] }
  ids.offer = await made(person.post('/offers', { ...OFFER_TEXTS, ...chosen }))
  ids.document = await made(person.post('/documents', DOCUMENTS[1]))
  ids.collection = await made(person.post('/collections', { name: 'Aulas do método' }))
  const toCollection = `/collections/${ids.collection}/sources/document`
  ids.source = await made(person.post(toCollection, { documentId: ids.document }))
  ids.houseCollection = await made(
    admin.post('/collections/admin', { name: 'Método da casa', description: 'Aulas e modelos' }),
  )
  const trashed = await made(
    person.post('/documents', { title: 'Rascunho da aula 1', body: 'Antes do roteiro.' }),
  )
  await person.call('DELETE', `/api/v1/documents/${trashed}`)
}

async function createAdminData({ house, admin, person, ids }: World): Promise<void> {
  const { database, server } = house
  const purchase = hublaPurchase('sonia@exemplo.com.br')
  await sendHubla({ baseUrl: server.url }, purchase.event('subscription.activated'), { token: HUBLA_TOKEN })
  const first = async (from: string) =>
    (await database.query<{ id: string }>(`select id from ${from} limit 1`)).rows[0]?.id ?? ''
  // A buyer who did not get in.
  await database.query(
    `insert into subscriptions (id, email, plan_id, provider, status, external_subscription_id)
     select gen_random_uuid(), 'rita@exemplo.com.br', id, 'hubla', 'active', 'assinatura-da-rita' from plans where name = 'creator'`,
  )
  ids.event = await first('webhook_events')
  ids.label = await first('labels order by "order"')
  ids.plan = await first(`plans where name = 'creator'`)
  const code = { provider: 'hubla', kind: 'offer' }
  await admin.post('/webhooks/admin/decisions/other', {
    ...{ ...code, externalId: 'oferta-mentoria', name: 'Mentoria individual' },
  })
  await admin.post('/webhooks/admin/mappings', {
    ...{ ...code, externalId: 'oferta-anual', name: 'Criador anual', planId: ids.plan },
  })
  // An inactive credential with a fake key: the API would verify it, and replies would use it.
  await database.query(
    `insert into credentials (id, user_id, name, provider, sealed, key_id, last_four, status, checked_at, is_active)
     values (gen_random_uuid(), $1, 'Chave da Raiz na Janela', 'openai', '-', '-', 'k3yz', 'verified', now(), true)`,
    [person.userId],
  )
  await database.query(
    `insert into impersonations (id, user_id, administrator_id, session_id, reason, ended_at, created_at)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'Pediu ajuda para achar uma conversa', now() - interval '49 minutes', now() - interval '1 hour')`,
    [person.userId, admin.userId],
  )
  await database.query(
    `insert into model_prices (id, provider, model, input_price, cached_input_price, output_price)
     values (gen_random_uuid(), 'openai', 'gpt-5.2', 1.25, 0.125, 10)`,
  )
}

async function rate({ person }: World, chatId: string): Promise<void> {
  const { data } = await person.get<{ id: string; sender: string }[]>(`/chats/${chatId}/messages`)
  const reply = data.find(({ sender }) => sender === 'ai')
  const feedback = { rating: 'down', reason: 'Faltou falar da garantia' }
  await person.call('PUT', `/api/v1/chats/${chatId}/messages/${reply?.id}/feedback`, feedback)
  const report = { messageId: reply?.id, kind: 'dangerous', comment: 'Promete um ganho certo' }
  await person.call('POST', '/api/v1/me/reports', { ...report, allowsReading: true })
}
