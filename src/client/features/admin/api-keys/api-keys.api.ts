import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { ApiKeyForm, ApiKeys, CreatedApiKey } from '#shared/contract/api-keys.ts'

const PATH = '/api-keys/admin'

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['admin', 'api-keys'],
    staleTime: 0,
    queryFn: ({ signal }) => request<ApiKeys>('GET', PATH, { signal }),
  })

export const createApiKey = (body: ApiKeyForm) => request<CreatedApiKey>('POST', PATH, { body })
export const revokeApiKey = (id: string) => request<null>('DELETE', `${PATH}/${id}`)
