import { AgentParams } from '#shared/contract/agents.ts'
import {
  AdminAgent,
  AdminAgentsPage,
  AdminAgentsQuery,
  AgentOrder,
  CreateAgent,
  DeletedAgent,
  UpdateAgent,
} from '#shared/contract/agents-admin.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getAdminAgent, listAdminAgents } from './admin-agents.queries.ts'
import {
  bringAgentBack,
  createAgent,
  duplicateAgent,
  orderAgents,
  removeAgent,
  updateAgent,
} from './admin-agents.service.ts'

const PHOTO_ERRORS = ['RATE_LIMITED', 'UNAVAILABLE'] as const

export const adminAgentRoutes = (deps: Deps) => {
  const { db, signedIn } = deps
  return createRouter()
    .get(
      '/agents/admin',
      operation({
        tag: 'agents',
        summary: 'Os agentes na ordem da galeria, ou os excluídos, com uso e aprovação',
        data: AdminAgentsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('agents'),
      input('query', AdminAgentsQuery),
      async (c) => respond(c, await listAdminAgents(db, c.req.valid('query'))),
    )
    .post(
      '/agents/admin',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Cria um agente, o último da galeria; uma foto em https é buscada agora',
        data: AdminAgent,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', ...PHOTO_ERRORS],
      }),
      signedIn,
      administers('agents'),
      input('json', CreateAgent),
      async (c) => {
        const by = { origin: auditOrigin(c), signal: clientSignal(c) }
        return respond(c, await createAgent(deps, by, c.req.valid('json')), 201)
      },
    )
    .put(
      '/agents/admin/order',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Põe todos os agentes em ordem',
        data: AgentOrder,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('agents'),
      input('json', AgentOrder),
      async (c) => respond(c, await orderAgents(db, { origin: auditOrigin(c) }, c.req.valid('json'))),
    )
    .get(
      '/agents/admin/:agentId',
      operation({
        tag: 'agents',
        summary: 'Um agente com tudo, excluído ou não',
        data: AdminAgent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      async (c) => respond(c, await getAdminAgent(db, c.req.valid('param'))),
    )
    .patch(
      '/agents/admin/:agentId',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Altera um agente; instruções diferentes viram uma nova versão',
        data: AdminAgent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', ...PHOTO_ERRORS],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      input('json', UpdateAgent),
      async (c) => {
        const by = { origin: auditOrigin(c), signal: clientSignal(c) }
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateAgent(deps, by, change))
      },
    )
    .delete(
      '/agents/admin/:agentId',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Tira um agente da galeria; as conversas com ele continuam para leitura',
        data: DeletedAgent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      async (c) => respond(c, await removeAgent(db, { origin: auditOrigin(c) }, c.req.valid('param'))),
    )
    .post(
      '/agents/admin/:agentId/restore',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Desfaz a exclusão de um agente',
        data: AdminAgent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      async (c) => respond(c, await bringAgentBack(db, { origin: auditOrigin(c) }, c.req.valid('param'))),
    )
    .post(
      '/agents/admin/:agentId/duplicate',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Cria uma cópia de um agente, fechada para o plano gratuito',
        data: AdminAgent,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      async (c) => {
        const copy = await duplicateAgent(db, { origin: auditOrigin(c) }, c.req.valid('param'))
        return respond(c, copy, 201)
      },
    )
}
