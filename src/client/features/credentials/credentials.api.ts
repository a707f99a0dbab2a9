import type { QueryClient } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type {
  Credential,
  CredentialForm,
  CredentialsPage,
  UpdateCredential,
} from '#shared/contract/credentials.ts'

const root = ['credentials'] as const
const pathOf = (id: string) => `/credentials/${encodeURIComponent(id)}`

export const credentialQueries = {
  /** Never from the cache: replies change a key's status. */
  list: () =>
    pagedQuery<CredentialsPage>({
      queryKey: [...root, 'list'],
      path: '/credentials',
      staleTime: 0,
    }),
}

export const credentialCalls = {
  /** The provider checks the key first; a refused key is a VALIDATION_ERROR of `credentials`. */
  create: (body: CredentialForm) => request<Credential>('POST', '/credentials', { body }),
  update: (id: string, body: UpdateCredential) => request<Credential>('PATCH', pathOf(id), { body }),
  remove: (id: string) => request<DeletedAsset>('DELETE', pathOf(id)),
  restore: (id: string) => request<Credential>('POST', `${pathOf(id)}/restore`),
}

export const credentialsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })
