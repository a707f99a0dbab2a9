import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Agent } from '#shared/contract/agents.ts'

export const agentDetail = (agentId: string) =>
  queryOptions({
    queryKey: ['agents', 'detail', agentId],
    // No signal: an unmounting component would abort the loader that shares this call.
    queryFn: (query) => request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`, cacheFallback(query)),
  })
