import { expect, it } from 'vitest'
import { bodyOf, NO_AGENT, suggestionError, TypedAgent, valuesOf } from './agent-values.ts'

const typed = {
  ...NO_AGENT,
  name: ' Nina ',
  description: 'Responde dúvidas',
  systemPrompt: 'Você é Nina.\r\nAjude.',
  promptRecommendations: ['', 'Escreva para {público}', ''],
}

it('empty fields are left out, and a suggestion keeps its place', () => {
  expect(TypedAgent.parse(typed)).toEqual({
    name: 'Nina',
    description: 'Responde dúvidas',
    systemPrompt: 'Você é Nina.\nAjude.',
    photoUrl: null,
    model: null,
    messageWeight: 1,
    reviewsReplies: false,
    reviewChannel: 'page',
    isDraft: false,
    enableFreePlan: false,
    planIds: null,
    labelIds: [],
    collectionIds: [],
    requiredContext: [],
    promptRecommendations: [{ content: 'Escreva para {público}', order: 1 }],
  })
  expect(bodyOf(NO_AGENT).promptRecommendations).toBeNull()
})

it('what the contract has against a suggestion is said at its own field', () => {
  const values = { ...typed, promptRecommendations: ['', 'a'.repeat(501), ''] }
  const { error } = TypedAgent.safeParse(values)
  const errors = Object.fromEntries((error?.issues ?? []).map((it) => [it.path.join('.'), it.message]))
  expect(suggestionError(errors, values, 1)).toMatch(/passa de 500/)
  expect(suggestionError(errors, values, 0)).toBeUndefined()
})

it('an agent opens as it would be saved', () => {
  const body = TypedAgent.parse(typed)
  const id = '0190a000-0000-7000-8000-000000000001'
  const agent = {
    ...body,
    planIds: [id],
    id,
    requiredContext: [],
    labels: [],
    collections: [],
    promptRecommendations: [{ id, agentId: id, content: 'Escreva para {público}', order: 1 }],
    version: 3,
    promptVersion: 2,
    order: 0,
    usage: { messages30d: 0, approval: { up: 0, down: 0 } },
    deletedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  expect(TypedAgent.parse(valuesOf(agent))).toEqual({ ...body, planIds: [id] })
  expect(TypedAgent.parse(valuesOf({ ...agent, planIds: null }))).toEqual(body)
})
