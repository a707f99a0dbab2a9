import type { AgentExport, TestAgent } from '#shared/contract/agents-files.ts'
import { ADMIN, NOT_THERE, type Row } from './route-row.ts'

const CREATED = [401, 403, 403, 403, 201] as const

/** Body of a new agent with the required fields only. */
export const validAgent = (changes: object = {}) => ({
  name: 'Dona Copy',
  description: 'Escreve páginas de vendas.',
  systemPrompt: 'Você escreve páginas de vendas para {{nome_do_criador}}.',
  ...changes,
})

/** Body of a test chat. */
export const validTest = (content = 'Oi, quem é você?', changes: Partial<TestAgent> = {}): TestAgent => ({
  name: 'Dona Copy',
  systemPrompt: 'Você escreve páginas de vendas.',
  model: null,
  collectionIds: [],
  messages: [{ sender: 'human', content }],
  ...changes,
})

/** An exported agent. */
export const validAgentFile = (changes: object = {}): { [name in keyof AgentExport]?: unknown } => ({
  kind: 'agent',
  format: 1,
  agent: { ...validAgent(), ...changes },
})

/** Administrators' routes of agents; those with an id get a missing one. */
export const ADMIN_AGENT_ROUTES: Record<string, Row> = {
  'GET /api/v1/agents/admin': { expected: ADMIN },
  'POST /api/v1/agents/admin': { expected: CREATED, body: () => validAgent() },
  'GET /api/v1/agents/admin/models': { expected: ADMIN },
  'POST /api/v1/agents/admin/import': { expected: CREATED, body: () => validAgentFile() },
  'POST /api/v1/agents/admin/test': { expected: ADMIN, body: () => validTest() },
  // An incomplete list of agents.
  'PUT /api/v1/agents/admin/order': { expected: [401, 403, 403, 403, 409], body: () => ({ ids: [] }) },
  'GET /api/v1/agents/admin/{agentId}': { expected: NOT_THERE },
  'PATCH /api/v1/agents/admin/{agentId}': {
    expected: NOT_THERE,
    body: () => ({ name: 'Outro nome', version: 1 }),
  },
  'DELETE /api/v1/agents/admin/{agentId}': { expected: NOT_THERE },
  'POST /api/v1/agents/admin/{agentId}/restore': { expected: NOT_THERE },
  'POST /api/v1/agents/admin/{agentId}/duplicate': { expected: NOT_THERE },
  'GET /api/v1/agents/admin/{agentId}/versions': { expected: NOT_THERE },
  'POST /api/v1/agents/admin/{agentId}/versions/{number}/restore': {
    expected: NOT_THERE,
    body: () => ({ version: 1 }),
  },
  'GET /api/v1/agents/admin/{agentId}/export': { expected: NOT_THERE },
}
