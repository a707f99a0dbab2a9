import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroundingDetail } from '#shared/contract/messages.ts'
import { VOICE } from '#shared/testing/business-fixtures.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { makeBrand, makeOffer } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const voiced = async (samples: string[], fields = VOICE) => {
  const brandId = await makeBrand(app.server.deps.db, { userId: ana.userId })
  for (const text of samples) await ana.post(`/brands/${brandId}/voice/samples`, { text })
  await ana.call('PUT', `/api/v1/brands/${brandId}/voice`, fields)
  return brandId
}
const SAMPLES = ['Você planta hoje. Bora!', 'Você rega junto.', 'Olha só, você colhe.']

/** The voice that the model of a reply read. */
async function voiceRead(context: object) {
  const talk = await ChatClient.open(ana, agentId)
  const { replyId } = await talk.say('Escreva', { context })
  const { data } = await ana.get<GroundingDetail[]>(`/chats/${talk.chatId}/messages/${replyId}/grounding`)
  const voice = data.find(({ kind }) => kind === 'voice')
  return voice && Object.fromEntries(voice.fields.map(({ label, value }) => [label, value]))
}
const lastSystem = () => String(Object(app.provider.requests.at(-1)?.body).messages?.[0]?.content)

describe('a reply that a brand grounds', () => {
  test('reads its voice, also when an offer brings the brand along, and stores what it read', async () => {
    const brandId = await voiced(SAMPLES)
    const offerId = await makeOffer(app.server.deps.db, { userId: ana.userId, brandIds: [brandId] })
    for (const context of [{ brandIds: [brandId] }, { offerIds: [offerId] }]) {
      expect(await voiceRead(context)).toEqual({
        'Palavras proibidas': 'milagre\ngarantido',
        'Jeitos de escrever': VOICE.moves.join('\n'),
        'Medido nas amostras': expect.stringContaining('Fala com “você”'),
        Assim: VOICE.goodExample,
        'Assim não': VOICE.badExample,
        'Palavras favoritas': 'rascunho',
      })
      expect(lastSystem()).toContain('"tipo":"voz da marca"')
    }
  })

  test('reads only the forbidden words while there are too few samples', async () => {
    const brandId = await voiced(SAMPLES.slice(1))
    expect(await voiceRead({ brandIds: [brandId] })).toEqual({ 'Palavras proibidas': 'milagre\ngarantido' })
  })

  test('reads no voice of a brand without one', async () => {
    const brandId = await voiced(SAMPLES.slice(1), { ...VOICE, forbiddenWords: [] })
    expect(await voiceRead({ brandIds: [brandId] })).toBeUndefined()
    expect(lastSystem()).not.toContain('voz da marca')
  })
})
