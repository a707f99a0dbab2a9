import { Readable } from 'node:stream'
import { AgentParams } from '#shared/contract/agents.ts'
import {
  AdminAgent,
  AgentGuard,
  AgentModels,
  AgentVersionParams,
  AgentVersionsPage,
} from '#shared/contract/agents-admin.ts'
import { AgentExport, ImportedAgent } from '#shared/contract/agents-files.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { streamFile } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { updateAgent } from './admin-agents.service.ts'
import { exportAgent, importAgent } from './agent-files.service.ts'
import { listModels } from './agent-models.queries.ts'
import { getAgentVersion, listAgentVersions } from './agent-versions.queries.ts'

/** Administration of an agent's models, prompt versions, export and import. */
export const agentFileRoutes = (deps: Deps) => {
  const { db, env, signedIn } = deps

  return createRouter()
    .get(
      '/agents/admin/models',
      operation({
        tag: 'agents',
        summary: 'Os modelos entre os quais um agente pode escolher',
        data: AgentModels,
      }),
      signedIn,
      administers('agents'),
      async (c) => respond(c, await listModels(db, env.ai)),
    )
    .post(
      '/agents/admin/import',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Cria um agente a partir de um arquivo exportado',
        data: ImportedAgent,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      administers('agents'),
      input('json', AgentExport),
      async (c) => {
        const by = { origin: auditOrigin(c), signal: clientSignal(c) }
        return respond(c, await importAgent(deps, by, c.req.valid('json')), 201)
      },
    )
    .get(
      '/agents/admin/:agentId/versions',
      operation({
        tag: 'agents',
        summary: 'As versões das instruções de um agente, da mais nova à mais antiga',
        data: AgentVersionsPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      input('query', PageQuery),
      async (c) =>
        respond(c, await listAgentVersions(db, { ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .post(
      '/agents/admin/:agentId/versions/:number/restore',
      operation({
        writes: true,
        tag: 'agents',
        summary: 'Volta a instruções anteriores, que passam a ser a versão mais nova',
        data: AdminAgent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentVersionParams),
      input('json', AgentGuard),
      async (c) => {
        const { agentId, number } = c.req.valid('param')
        const { version } = c.req.valid('json')
        const { systemPrompt } = await getAgentVersion(db, { agentId, number })
        const by = { origin: auditOrigin(c), action: 'agent.restore-version', details: { number } } as const
        return respond(c, await updateAgent(deps, by, { agentId, version, systemPrompt }))
      },
    )
    .get(
      '/agents/admin/:agentId/export',
      operation({
        tag: 'agents',
        summary: 'Um agente como arquivo JSON, com a foto',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('agents'),
      input('param', AgentParams),
      (c) =>
        streamFile(c, async () => {
          const { name, text } = await exportAgent(deps, { origin: auditOrigin(c) }, c.req.valid('param'))
          const type = 'application/json; charset=utf-8'
          return { name, type, length: Buffer.byteLength(text), content: () => Readable.from([text]) }
        }),
    )
}
