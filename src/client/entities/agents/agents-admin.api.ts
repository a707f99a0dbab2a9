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

/** Other pages that change agents have all of it read again. */
const root = ['admin-agents'] as const
const ADMIN = '/agents/admin'
const pathOf = (id: string) => `${ADMIN}/${encodeURIComponent(id)}`

/** Query options that loaders and components share. Others administrate too: all of it is asked for each time. */
export const adminAgentQueries = {
  /** All of them: whoever puts them in order, or searches while typing, needs the whole cast. */
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
  /** What the agent was told before, the newest first. */
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

/** Has everything read again that shows agents, the gallery too. */
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

/** The agent as it is now, whatever is known of it here. @throws {ApiError} */
export const fetchAgent = (client: QueryClient, id: string): Promise<AdminAgent> =>
  client.fetchQuery(adminAgentQueries.detail(id))

/** Takes an agent off the stage, which {@link restoreAgent} brings back. @throws {ApiError} */
export async function deleteAgent(client: QueryClient, id: string): Promise<void> {
  await request<DeletedAgent>('DELETE', pathOf(id))
  client.removeQueries({ queryKey: adminAgentQueries.detail(id).queryKey })
  await agentsChanged(client)
}

/** Takes a deletion back. @throws {ApiError} */
export const restoreAgent = async (client: QueryClient, id: string): Promise<AdminAgent> =>
  keep(client, await request<AdminAgent>('POST', `${pathOf(id)}/restore`))

/** Another agent with the same words, behind all others. @throws {ApiError} */
export const duplicateAgent = async (client: QueryClient, id: string): Promise<AdminAgent> =>
  keep(client, await request<AdminAgent>('POST', `${pathOf(id)}/duplicate`))

/** What the agent was told then is what it is told now, as its newest version. @throws {ApiError} */
export const restoreVersion = async (
  client: QueryClient,
  { id, version }: Pick<AdminAgent, 'id' | 'version'>,
  number: number,
): Promise<AdminAgent> =>
  keep(
    client,
    await request<AdminAgent>('POST', `${pathOf(id)}/versions/${number}/restore`, { body: { version } }),
  )

/** Puts the whole cast in order. @throws {ApiError} CONFLICT where somebody added or removed an agent. */
export async function orderAgents(client: QueryClient, ids: string[]): Promise<void> {
  try {
    await request<unknown>('PUT', `${ADMIN}/order`, { body: { ids }, outlivesPage: true })
  } finally {
    await agentsChanged(client)
  }
}

/** An agent as a file. @throws {ApiError} */
export const fetchAgentFile = (id: string): Promise<NamedFile> =>
  fetchFile(`${pathOf(id)}/export`, 'agente.json')

/** Makes an agent of a file; answers which of its labels this house has not. @throws {ApiError} */
export async function importAgent(client: QueryClient, body: AgentExport): Promise<ImportedAgent> {
  const imported = await request<ImportedAgent>('POST', `${ADMIN}/import`, { body })
  keep(client, imported.agent)
  return imported
}
