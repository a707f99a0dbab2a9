import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AgentsPage } from '#shared/contract/agents.ts'
import { agentQueries } from './agents.api.ts'

const agentsOf = (data: InfiniteData<AgentsPage> | undefined) =>
  data?.pages.flatMap(({ items }) => items) ?? []

/** The agents as a composer chooses from them: those of the gallery without a filter, so home asks for them once. */
export function useCast() {
  const client = useQueryClient()
  const list = useInfiniteQuery(agentQueries.list())
  return {
    /** Those loaded so far. */
    agents: useMemo(() => agentsOf(list.data), [list.data]),
    /** No agent is published. */
    isEmpty: list.data?.pages[0]?.items.length === 0,
    /** Resolves to all. @throws {ApiError} */
    loadAgents: async () => {
      let { data } = list.data ? list : await list.refetch({ throwOnError: true })
      while (data?.pages.at(-1)?.nextCursor) ({ data } = await list.fetchNextPage({ throwOnError: true }))
      return agentsOf(data)
    },
    /** @throws {ApiError} */
    loadAgent: (agentId: string) => client.ensureQueryData(agentQueries.detail(agentId)),
  }
}
