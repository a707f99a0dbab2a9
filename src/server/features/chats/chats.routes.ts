import {
  Chat,
  ChatParams,
  ChatsPage,
  ChatsQuery,
  CreateChat,
  DeletedChat,
  UpdateChat,
} from '#shared/contract/chats.ts'
import { ExportQuery } from '#shared/contract/exports.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { spool } from '../../files/spool.ts'
import { createRouter } from '../../http/context.ts'
import { streamFile } from '../../http/file-stream.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { deleteChat, restoreChat, updateChat } from './chat-changes.queries.ts'
import { exportChat } from './chat-export.service.ts'
import { listChats } from './chat-list.queries.ts'
import { createChat, getChat } from './chats.queries.ts'

export const chatRoutes = ({ db, env, signedIn }: Deps) =>
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
        errors: ['PLAN_REQUIRED', 'VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
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
    .patch(
      '/chats/:chatId',
      operation({
        writes: true,
        tag: 'chats',
        summary: 'Muda o título, fixa ou arquiva uma conversa',
        data: Chat,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      input('json', UpdateChat),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateChat(db, { ...change, userId: c.var.user.id }))
      },
    )
    .delete(
      '/chats/:chatId',
      operation({
        writes: true,
        tag: 'chats',
        summary: `Exclui uma conversa; durante ${LIMITS.deletedChatDays} dias dá para desfazer`,
        data: DeletedChat,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => respond(c, await deleteChat(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/chats/:chatId/restore',
      operation({
        writes: true,
        tag: 'chats',
        summary: 'Desfaz a exclusão de uma conversa; repetir não muda nada',
        data: Chat,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => respond(c, await restoreChat(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .get(
      '/chats/:chatId/export',
      operation({
        tag: 'chats',
        summary: 'O ramo ativo da conversa como arquivo Markdown, DOCX ou PDF',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('param', ChatParams),
      input('query', ExportQuery),
      (c) =>
        streamFile(c, async (signal) => {
          const wanted = { ...c.req.valid('param'), ...c.req.valid('query'), userId: c.var.user.id }
          const { file, ...named } = await exportChat(db, wanted)
          const content = () => spool(file, { dataDir: env.dataDir, signal })
          return { ...named, length: file.length, content }
        }),
    )
