import { Agent, AgentParams, AgentsPage, AgentsQuery } from '#shared/contract/agents.ts'
import { ChatsPage } from '#shared/contract/chats.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listChats } from '../chats/chat-list.queries.ts'
import { getAgent } from './agents.queries.ts'
import { listAgents } from './gallery.queries.ts'

export const agentRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/agents',
      operation({
        tag: 'agents',
        summary: 'A galeria de agentes',
        data: AgentsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', AgentsQuery),
      async (c) => respond(c, await listAgents(db, { ...c.req.valid('query'), reader: c.var.user })),
    )
    .get(
      '/agents/:agentId',
      operation({
        tag: 'agents',
        summary: 'Um agente com suas etiquetas',
        data: Agent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', AgentParams),
      async (c) => respond(c, await getAgent(db, { ...c.req.valid('param'), reader: c.var.user })),
    )
    .get(
      '/agents/:agentId/chats',
      operation({
        tag: 'agents',
        summary: 'As próprias conversas com um agente',
        data: ChatsPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', AgentParams),
      input('query', PageQuery),
      async (c) => {
        const { agentId } = c.req.valid('param')
        await getAgent(db, { agentId, reader: c.var.user })
        const query = { ...c.req.valid('query'), agentId, archived: false }
        return respond(c, await listChats(db, { ...query, userId: c.var.user.id }))
      },
    )
