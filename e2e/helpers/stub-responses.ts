import { randomUUID } from 'node:crypto'
import type { Agent } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'

// Responses with texts that today's screens can't store, or with incomplete rows.

const stamps = () => ({ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() })

export const envelope = (data: unknown) => ({ success: true, timestamp: new Date().toISOString(), data })

export const failure = (code: string, message: string, details?: Record<string, string>) => ({
  success: false,
  timestamp: new Date().toISOString(),
  error: { code, message, ...(details && { details }) },
})

export const page = (items: unknown[]) => envelope({ items, nextCursor: null, hasMore: false })

export const messageOf = (
  chatId: string,
  sender: Message['sender'],
  content: string,
  other: Partial<Message> = {},
): Message => ({
  id: randomUUID(),
  chatId,
  parentId: null,
  sender,
  content,
  status: 'done',
  errorCode: null,
  finishReason: null,
  condensedTurns: 0,
  siblingIds: [],
  feedback: null,
  attachments: [],
  groundedOn: [],
  ...stamps(),
  ...other,
})

export const labelOf = (name: string) => ({
  id: randomUUID(),
  name,
  description: name,
  order: 0,
  ...stamps(),
})

/** An agent in which every text is `text`. */
export function agentOf(text: string): Agent {
  const id = randomUUID()
  return {
    id,
    name: text,
    description: text,
    photoUrl: null,
    enableFreePlan: true,
    messageWeight: 1,
    reviewsReplies: false,
    reviewChannel: 'page',
    labels: [labelOf(text)],
    promptRecommendations: [0, 1, 2].map((order) => ({
      id: randomUUID(),
      agentId: id,
      content: text,
      order,
    })),
    requiredContext: [],
    locked: false,
    plans: [],
    available: true,
    isDraft: false,
    ...stamps(),
  }
}

export const chatOf = (title: string, agent: Pick<Agent, 'id' | 'name' | 'photoUrl'>): Chat => ({
  id: randomUUID(),
  agentId: agent.id,
  userId: randomUUID(),
  title,
  agent: { id: agent.id, name: agent.name, photoUrl: agent.photoUrl },
  pinnedAt: null,
  archivedAt: null,
  lastMessageAt: new Date().toISOString(),
  isRunning: false,
  isUnread: false,
  isTitleProvisional: false,
  origin: null,
  ...stamps(),
})
