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
  /** Asked for each time: what a provider says of a key changes while replies are written. */
  list: () =>
    pagedQuery<CredentialsPage>({
      queryKey: [...root, 'list'],
      path: '/credentials',
      staleTime: 0,
    }),
}

export const credentialCalls = {
  /** Stores a key once its provider was asked about it; a refused one is a VALIDATION_ERROR of `credentials`. */
  create: (body: CredentialForm) => request<Credential>('POST', '/credentials', { body }),
  update: (id: string, body: UpdateCredential) => request<Credential>('PATCH', pathOf(id), { body }),
  remove: (id: string) => request<DeletedAsset>('DELETE', pathOf(id)),
  restore: (id: string) => request<Credential>('POST', `${pathOf(id)}/restore`),
}

export const credentialsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })
