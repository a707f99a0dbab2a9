import { randomUUID } from 'node:crypto'
import type { AgentsPage } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { TestClient } from '../test-client.ts'

/** The first agent in the gallery that the free plan opens. */
export async function openAgentId(client: TestClient): Promise<string> {
  const { items } = (await client.get<AgentsPage>('/agents')).data
  const agent = items.find(({ enableFreePlan }) => enableFreePlan)
  if (!agent) throw new Error('no open agent')
  return agent.id
}

export const openChat = async (client: TestClient, agentId: string): Promise<string> =>
  (await client.post<Chat>('/chats', { agentId })).data.id

export const newMessage = (content = 'Como vendo mais?') => ({ id: randomUUID(), content })

export const messagesOf = async (client: TestClient, chatId: string, query = ''): Promise<Message[]> =>
  (await client.get<Message[]>(`/chats/${chatId}/messages${query}`)).data
