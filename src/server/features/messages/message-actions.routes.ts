import { z } from 'zod'
import { Chat, ChatParams, SelectBranch } from '#shared/contract/chats.ts'
import { ExportQuery } from '#shared/contract/exports.ts'
import { GroundingDetail, Message, MessageFeedback, MessageParams } from '#shared/contract/messages.ts'
import type { Deps } from '../../deps.ts'
import { spool } from '../../files/spool.ts'
import { createRouter } from '../../http/context.ts'
import { streamFile } from '../../http/file-stream.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getChat } from '../chats/chats.queries.ts'
import { chooseBranch, deleteMessage } from './branches.service.ts'
import { getReplyContext, markRead, rateMessage } from './messages.queries.ts'
import { exportReply } from './reply-export.service.ts'

/** Actions on existing messages that start no reply. */
export const messageActionRoutes = ({ db, env, signedIn }: Deps) =>
  createRouter()
    .put(
      '/chats/:chatId/branch',
      operation({
        writes: true,
        tag: 'messages',
        summary: 'Escolhe o ramo de uma mensagem, até a mais nova dele; devolve o fim do ramo',
        data: z.array(Message),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', ChatParams),
      input('json', SelectBranch),
      async (c) => {
        const key = { ...c.req.valid('param'), ...c.req.valid('json'), userId: c.var.user.id }
        return respond(c, await chooseBranch(db, key))
      },
    )
    .put(
      '/chats/:chatId/read',
      operation({
        writes: true,
        tag: 'chats',
        summary: 'Marca como visto o que já terminou na conversa',
        data: Chat,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => {
        const key = { ...c.req.valid('param'), userId: c.var.user.id }
        await markRead(db, key)
        return respond(c, await getChat(db, key))
      },
    )
    .get(
      '/chats/:chatId/messages/:messageId/grounding',
      operation({
        tag: 'messages',
        summary:
          'Em que uma resposta se baseou, com os campos como o agente os leu; um documento, sem o texto',
        data: z.array(GroundingDetail),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', MessageParams),
      async (c) => respond(c, await getReplyContext(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .get(
      '/chats/:chatId/messages/:messageId/export',
      operation({
        tag: 'messages',
        summary: 'Uma resposta como arquivo Markdown, DOCX ou PDF',
        data: 'file',
        errors: [
          ...(['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'] as const),
          ...(['PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'] as const),
        ],
      }),
      signedIn,
      input('param', MessageParams),
      input('query', ExportQuery),
      (c) =>
        streamFile(c, async (signal) => {
          const wanted = { ...c.req.valid('param'), ...c.req.valid('query'), userId: c.var.user.id }
          const { file, ...named } = await exportReply(db, wanted)
          const content = () => spool(file, { dataDir: env.dataDir, signal })
          return { ...named, length: file.length, content }
        }),
    )
    .put(
      '/chats/:chatId/messages/:messageId/feedback',
      operation({
        writes: true,
        tag: 'messages',
        summary: 'Avalia uma resposta que terminou; sem nota, retira a avaliação',
        data: Message,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', MessageParams),
      input('json', MessageFeedback),
      async (c) => {
        const key = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await rateMessage(db, { ...key, ...c.req.valid('json') }))
      },
    )
    .delete(
      '/chats/:chatId/messages/:messageId',
      operation({
        writes: true,
        tag: 'messages',
        summary: 'Exclui uma mensagem e tudo o que veio depois dela; devolve o fim do ramo que fica ativo',
        data: z.array(Message),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', MessageParams),
      async (c) => respond(c, await deleteMessage(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
