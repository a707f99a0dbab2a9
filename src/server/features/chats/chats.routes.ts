import { Chat, ChatParams, ChatsPage, ChatsQuery, CreateChat } from '#shared/contract/chats.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { createChat, getChat, listChats } from './chats.queries.ts'

export const chatRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/chats',
      operation({
        tag: 'chats',
        summary: 'As próprias conversas, da mais recente à mais antiga',
        data: ChatsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', ChatsQuery),
      async (c) => respond(c, await listChats(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/chats',
      operation({
        writes: true,
        tag: 'chats',
        summary: 'Abre uma conversa com um agente; repetida com o mesmo id, devolve a mesma',
        data: Chat,
        status: 201,
        errors: ['PLAN_REQUIRED', 'VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('json', CreateChat),
      async (c) => {
        const body = c.req.valid('json')
        await getOpenAgent(db, { agentId: body.agentId, reader: c.var.user })
        const { chat, isNew } = await createChat(db, { ...body, userId: c.var.user.id })
        return isNew ? respond(c, chat, 201) : respond(c, chat)
      },
    )
    .get(
      '/chats/:chatId',
      operation({
        tag: 'chats',
        summary: 'Uma conversa',
        data: Chat,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => respond(c, await getChat(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
