import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type {
  AdminAgent,
  AdminAgentSummary,
  AgentForm,
  AgentModels,
  AgentVersion,
  DeletedAgent,
} from '#shared/contract/agents-admin.ts'
import type { AgentExport, ImportedAgent } from '#shared/contract/agents-files.ts'

/** Other pages invalidate this key. */
const root = ['admin-agents'] as const
const ADMIN = '/agents/admin'
const pathOf = (id: string) => `${ADMIN}/${encodeURIComponent(id)}`

/** Always fresh: other administrators edit agents too. */
export const adminAgentQueries = {
  /** All pages: sorting and searching need the whole list. */
  list: (deleted: boolean) =>
    allPagesQuery<AdminAgentSummary>({
      queryKey: [...root, 'list', deleted],
      staleTime: 0,
      path: ADMIN,
      query: { deleted },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...root, 'detail', id],
      staleTime: 0,
      queryFn: ({ signal }) => request<AdminAgent>('GET', pathOf(id), { signal }),
    }),
  /** Earlier versions, newest first. */
  versions: (id: string) =>
    allPagesQuery<AgentVersion>({
      queryKey: [...root, 'versions', id],
      staleTime: 0,
      path: `${pathOf(id)}/versions`,
    }),
  models: () =>
    queryOptions({
      queryKey: [...root, 'models'],
      queryFn: ({ signal }) => request<AgentModels>('GET', `${ADMIN}/models`, { signal }),
    }),
}

/** Invalidates every list of agents, the gallery too. */
async function agentsChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [...root, 'list'] }),
    client.invalidateQueries({ queryKey: ['agents'] }),
  ])
}

function keep(client: QueryClient, agent: AdminAgent): AdminAgent {
  client.setQueryData(adminAgentQueries.detail(agent.id).queryKey, agent)
  void client.invalidateQueries({ queryKey: adminAgentQueries.versions(agent.id).queryKey })
  void agentsChanged(client)
  return agent
}

/** @throws {ApiError} */
export const createAgent = async (client: QueryClient, body: AgentForm): Promise<AdminAgent> =>
  keep(client, await request<AdminAgent>('POST', ADMIN, { body }))

/** @throws {ApiError} CONFLICT where `version` is not the newest; NOT_FOUND where it was deleted. */
export const updateAgent = async (
  client: QueryClient,
  id: string,
  body: Partial<AgentForm> & { version: number },
): Promise<AdminAgent> => keep(client, await request<AdminAgent>('PATCH', pathOf(id), { body }))

/** The current agent, from the server. @throws {ApiError} */
export const fetchAgent = (client: QueryClient, id: string): Promise<AdminAgent> =>
  client.fetchQuery(adminAgentQueries.detail(id))

/** Can be undone by {@link restoreAgent}. @throws {ApiError} */
export async function deleteAgent(client: QueryClient, id: string): Promise<void> {
  await request<DeletedAgent>('DELETE', pathOf(id))
  client.removeQueries({ queryKey: adminAgentQueries.detail(id).queryKey })
  await agentsChanged(client)
}

/** Undoes a deletion. @throws {ApiError} */
export const restoreAgent = async (client: QueryClient, id: string): Promise<AdminAgent> =>
  keep(client, await request<AdminAgent>('POST', `${pathOf(id)}/restore`))

/** A copy, at the end of the list. @throws {ApiError} */
export const duplicateAgent = async (client: QueryClient, id: string): Promise<AdminAgent> =>
  keep(client, await request<AdminAgent>('POST', `${pathOf(id)}/duplicate`))

/** Saves an earlier version as the newest one. @throws {ApiError} */
export const restoreVersion = async (
  client: QueryClient,
  { id, version }: Pick<AdminAgent, 'id' | 'version'>,
  number: number,
): Promise<AdminAgent> =>
  keep(
    client,
    await request<AdminAgent>('POST', `${pathOf(id)}/versions/${number}/restore`, { body: { version } }),
  )

/** Stores the order. @throws {ApiError} CONFLICT where another administrator added or removed an agent. */
export async function orderAgents(client: QueryClient, ids: string[]): Promise<void> {
  try {
    await request<unknown>('PUT', `${ADMIN}/order`, { body: { ids }, outlivesPage: true })
  } finally {
    await agentsChanged(client)
  }
}

/** @throws {ApiError} */
export const fetchAgentFile = (id: string): Promise<NamedFile> =>
  fetchFile(`${pathOf(id)}/export`, 'agente.json')

/** Creates an agent from a file; the answer names unknown labels. @throws {ApiError} */
export async function importAgent(client: QueryClient, body: AgentExport): Promise<ImportedAgent> {
  const imported = await request<ImportedAgent>('POST', `${ADMIN}/import`, { body })
  keep(client, imported.agent)
  return imported
}
