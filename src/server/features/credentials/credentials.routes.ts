import { DeletedAsset } from '#shared/contract/assets.ts'
import {
  CreateCredential,
  Credential,
  CredentialParams,
  CredentialsPage,
  UpdateCredential,
} from '#shared/contract/credentials.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { deleteCredential } from './credentials.queries.ts'
import {
  createCredential,
  readCredential,
  readCredentials,
  reviveCredential,
  updateCredential,
} from './credentials.service.ts'

const tag = 'credentials'

export const credentialRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/credentials',
      operation({
        tag,
        summary:
          'As próprias chaves de provedores, da que mudou por último à mais antiga, sem as chaves em si',
        data: CredentialsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      input('query', PageQuery),
      async (c) =>
        respond(c, await readCredentials(deps, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/credentials',
      operation({
        writes: true,
        tag,
        summary: `Guarda, cifrada, uma chave que o provedor não recusa; cada pessoa tem até ${SERVER_LIMITS.credentialsPerPerson}, uma delas em uso`,
        data: Credential,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'RATE_LIMITED', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      deps.proved,
      input('json', CreateCredential),
      async (c) =>
        respond(c, await createCredential(deps, { ...c.req.valid('json'), userId: c.var.user.id }), 201),
    )
    .get(
      '/credentials/:credentialId',
      operation({
        tag,
        summary: 'Uma chave própria, sem a chave em si',
        data: Credential,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      input('param', CredentialParams),
      async (c) => respond(c, await readCredential(deps, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .patch(
      '/credentials/:credentialId',
      operation({
        writes: true,
        tag,
        summary: 'Muda o nome, o uso ou a própria chave, que o provedor não pode recusar',
        data: Credential,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      deps.proved,
      input('param', CredentialParams),
      input('json', UpdateCredential),
      async (c) => {
        const key = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await updateCredential(deps, { ...c.req.valid('json'), ...key }))
      },
    )
    .delete(
      '/credentials/:credentialId',
      operation({
        writes: true,
        tag,
        summary: 'Exclui uma chave; pode ser desfeito durante uma hora',
        data: DeletedAsset,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      input('param', CredentialParams),
      async (c) =>
        respond(c, await deleteCredential(deps.db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/credentials/:credentialId/restore',
      operation({
        writes: true,
        tag,
        summary: 'Desfaz a exclusão de uma chave, que volta sem estar em uso',
        data: Credential,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      input('param', CredentialParams),
      async (c) =>
        respond(c, await reviveCredential(deps, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
