import { z } from 'zod'
import { Id, idWith, PageQuery, pageOf, Timestamp } from './common.ts'

/** The part of an agent that a list of chats shows. */
const ChatAgent = z.object({ id: Id, name: z.string(), photoUrl: z.string().nullable() })

export const Chat = z.object({
  id: Id,
  agentId: Id,
  userId: Id,
  title: z.string(),
  agent: ChatAgent,
  pinnedAt: Timestamp.nullable(),
  archivedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Chat = z.infer<typeof Chat>

export const ChatsPage = pageOf(Chat)
export type ChatsPage = z.infer<typeof ChatsPage>

/** Creation is idempotent by `id`: the same id of the same person and agent answers the same chat. */
export const CreateChat = z.strictObject({
  id: z.optional(Id),
  agentId: idWith('Invalid agent ID'),
})
export type CreateChat = z.infer<typeof CreateChat>

export const ChatsQuery = PageQuery.extend({
  agentId: z.optional(idWith('Invalid agent ID')),
  archived: z.stringbool({ error: 'Filtro inválido' }).default(false),
})
export type ChatsQuery = z.infer<typeof ChatsQuery>

export const ChatParams = z.object({ chatId: Id })
