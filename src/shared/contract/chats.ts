import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { MessageContext } from './messages.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'
import { TextPart } from './text-parts.ts'

const { searchLength, titleLength } = LIMITS

/** The agent's fields in a list of chats. */
const ChatAgent = z.object({ id: Id, name: z.string(), photoUrl: z.string().nullable() })

export const Chat = z.object({
  id: Id,
  agentId: Id,
  userId: Id,
  title: z.string(),
  agent: ChatAgent,
  pinnedAt: z.nullable(Timestamp),
  archivedAt: z.nullable(Timestamp),
  /** Sort key of every list. */
  lastMessageAt: Timestamp,
  /** A reply is running. */
  isRunning: z.boolean(),
  /** A reply ended that the user has not seen; `PUT /chats/{id}/read` clears it. */
  isUnread: z.boolean(),
  /** The title is still the beginning of the first message; the model's title follows the first exchange. */
  isTitleProvisional: z.boolean(),
  /** The reply of another agent that this chat continues, with its context. */
  origin: z
    .object({ chatId: Id, messageId: Id, agentId: Id, agentName: z.string(), context: MessageContext })
    .nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Chat = z.infer<typeof Chat>

export const ChatsPage = pageOf(Chat)
export type ChatsPage = z.infer<typeof ChatsPage>

/** Idempotent by `id`: the same id of the same user and agent answers the same chat. */
export const CreateChat = z.strictObject({
  id: z.optional(Id),
  agentId: idWith('Invalid agent ID'),
  /** An own reply that the new chat continues: its agent reads the reply, its question and its context. */
  fromMessageId: z.optional(Id),
})
export type CreateChat = z.infer<typeof CreateChat>

export const ChatsQuery = PageQuery.extend({
  agentId: z.optional(idWith('Invalid agent ID')),
  archived: z.stringbool({ error: 'Filtro inválido' }).default(false),
  /** True or false filters, `first` puts the pinned chats first; without it, all chats by time. */
  pinned: z.optional(z.enum(['true', 'false', 'first'], 'Filtro inválido')),
})
export type ChatsQuery = z.infer<typeof ChatsQuery>

export const ChatParams = z.object({ chatId: Id })

/** A title set by the user is never replaced. Pinning and archiving are exclusive: the last one wins. */
export const UpdateChat = z
  .strictObject({
    title: z.optional(
      z
        .string({ error: 'Title cannot be empty' })
        .overwrite((title) => title.replace(/\s+/g, ' ').trim())
        .min(1, 'Title cannot be empty')
        .max(titleLength, `O título passa de ${titleLength} caracteres`)
        .refine(hasNoNul, NUL_TEXT),
    ),
    pinned: z.optional(z.boolean({ error: 'Valor inválido' })),
    archived: z.optional(z.boolean({ error: 'Valor inválido' })),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
  .refine(({ pinned, archived }) => !(pinned && archived), 'Uma conversa arquivada não pode ser fixada')
export type UpdateChat = z.infer<typeof UpdateChat>

/** The deletion can be undone until `restorableUntil`. */
export const DeletedChat = z.object({ id: Id, restorableUntil: Timestamp })
export type DeletedChat = z.infer<typeof DeletedChat>

/** Activates the branch of this message, down to its newest message. */
export const SelectBranch = z.strictObject({ messageId: Id })
export type SelectBranch = z.infer<typeof SelectBranch>

export const ChatSearchQuery = PageQuery.extend({
  q: z
    .string({ error: 'Escreva o que procurar' })
    .trim()
    .min(1, 'Escreva o que procurar')
    .max(searchLength, `A busca passa de ${searchLength} caracteres`)
    .refine(hasNoNul, NUL_TEXT),
})
export type ChatSearchQuery = z.infer<typeof ChatSearchQuery>

/** A chat found by its title (`messageId` null) or by a message. */
export const ChatSearchHit = z.object({
  chat: z.object({ id: Id, agentId: Id, agent: ChatAgent, archivedAt: z.nullable(Timestamp) }),
  title: z.array(TextPart),
  messageId: z.nullable(Id),
  snippet: z.array(TextPart),
  writtenAt: Timestamp,
})
export type ChatSearchHit = z.infer<typeof ChatSearchHit>

export const ChatSearchPage = pageOf(ChatSearchHit)
export type ChatSearchPage = z.infer<typeof ChatSearchPage>
