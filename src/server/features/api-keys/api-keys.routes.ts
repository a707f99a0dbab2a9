import { z } from 'zod'
import { ApiKeyParams, ApiKeys, CreateApiKey, CreatedApiKey } from '#shared/contract/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listApiKeys } from './api-keys.queries.ts'
import { createApiKey, revokeApiKey } from './api-keys.service.ts'

/** Keys with which programs make some of the administrators' calls. */
export const apiKeyRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/api-keys/admin',
      operation({ tag: 'api-keys', summary: 'As chaves da API desta casa, sem o segredo', data: ApiKeys }),
      deps.signedIn,
      administers('api-keys'),
      async (c) => respond(c, await listApiKeys(deps.db)),
    )
    .post(
      '/api-keys/admin',
      operation({
        writes: true,
        tag: 'api-keys',
        summary: 'Cria uma chave da API; só esta resposta traz o segredo',
        data: CreatedApiKey,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      administers('api-keys'),
      deps.proved,
      input('json', CreateApiKey),
      async (c) =>
        respond(c, await createApiKey(deps, { ...c.req.valid('json'), origin: auditOrigin(c) }), 201),
    )
    .delete(
      '/api-keys/admin/:keyId',
      operation({
        writes: true,
        tag: 'api-keys',
        summary: 'Revoga uma chave da API: ela deixa de valer na hora',
        data: z.null(),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      administers('api-keys'),
      deps.proved,
      input('param', ApiKeyParams),
      async (c) => respond(c, await revokeApiKey(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
