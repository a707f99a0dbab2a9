import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ChatParams } from '#shared/contract/chats.ts'
import {
  Message,
  MessageParams,
  MessagesQuery,
  RegenerateQuery,
  SendMessage,
  StopResult,
} from '#shared/contract/messages.ts'
import type { ErrorCode } from '#shared/envelope.ts'
import type { Deps } from '../../deps.ts'
import { type AppEnv, createRouter } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { streamFeed } from '../../http/event-stream.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { toTerminal } from '../../runs/terminal-event.ts'
import { getChat } from '../chats/chats.queries.ts'
import { continueReply } from './continue.service.ts'
import { listMessages } from './messages.queries.ts'
import { regenerateReply, sendMessage } from './messages.service.ts'
import { readReplySource } from './reply-source.queries.ts'
import type { EarlyRead } from './reply-start.service.ts'
import { findRunningReply } from './running.queries.ts'

/** Error codes of every request that starts a reply. */
const REPLY_ERRORS: ErrorCode[] = [
  ...(['PLAN_REQUIRED', 'VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'] as const),
  ...(['QUOTA_EXCEEDED', 'RATE_LIMITED', 'STORAGE_FULL', 'UNAVAILABLE'] as const),
]

export function messageRoutes(deps: Deps) {
  const { db, runs, signedIn } = deps

  async function streamReply(
    c: Context<AppEnv>,
    { messageId, after = 0, isCounted = false }: { messageId: string; after?: number; isCounted?: boolean },
  ): Promise<Response> {
    const feed = await runs.feed(messageId)
    if (!feed) throw notFound('Message')
    return streamFeed(c, {
      feed,
      after: feed.isBehind ? after : Math.min(after, feed.text.length),
      headers: { 'X-Message-Id': messageId, 'X-Reply-Attempt': String(feed.attempt) },
      toTerminal: toTerminal(messageId),
      isCounted,
      watchAccess: (close) =>
        deps.auth.onSessionEnd({ sessionId: c.var.sessionId, userId: c.var.user.id }, close),
    })
  }

  /** @throws {AppError} NOT_FOUND for a chat of another user. */
  async function runningReply(chatId: string, userId: string): Promise<string | undefined> {
    await getChat(db, { chatId, userId })
    return findRunningReply(db, { chatId, userId })
  }

  const earlyReads = new WeakMap<Context, { userId: string; read: EarlyRead }>()

  /** Begins a send's read while the session is checked. Only after that check is the result used. */
  const readEarly: MiddlewareHandler<AppEnv> = async (c, next) => {
    const userId = deps.auth.expectedUser(c.req.raw.headers)
    const { data: params } = ChatParams.safeParse(c.req.param())
    if (userId && params) {
      const asked = { ...params, userId, targetId: undefined }
      // The send reads again, and its failure is answered.
      const read = readReplySource(db, asked).catch(() => undefined)
      earlyReads.set(c, { userId, read })
    }
    await next()
  }

  return createRouter()
    .get(
      '/chats/:chatId/messages',
      operation({
        tag: 'messages',
        summary: 'O ramo ativo da conversa, do mais antigo ao mais novo',
        data: z.array(Message),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      input('query', MessagesQuery),
      async (c) =>
        respond(
          c,
          await listMessages(db, {
            ...c.req.valid('param'),
            ...c.req.valid('query'),
            userId: c.var.user.id,
          }),
        ),
    )
    .post(
      '/chats/:chatId/messages',
      operation({
        writes: true,
        tag: 'messages',
        summary: 'Envia uma mensagem e transmite a resposta (eventos token, tool, error, done)',
        data: 'stream',
        errors: REPLY_ERRORS,
      }),
      readEarly,
      signedIn,
      input('param', ChatParams),
      input('json', SendMessage),
      async (c) => {
        const { chatId } = c.req.valid('param')
        const { user } = c.var
        const early = earlyReads.get(c)
        const earlyRead = early?.userId === user.id ? early.read : undefined
        const message = c.req.valid('json')
        const messageId = await sendMessage(deps, { user, chatId, message, earlyRead })
        return streamReply(c, { messageId })
      },
    )
    .get(
      '/chats/:chatId/stream',
      operation({
        tag: 'messages',
        mayBeEmpty: true,
        summary: 'O texto da resposta em andamento e o que vier depois; 204 quando não há nenhuma',
        data: 'stream',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => {
        const messageId = await runningReply(c.req.valid('param').chatId, c.var.user.id)
        if (!messageId) return c.body(null, 204)
        const seen = Number(c.req.header('last-event-id'))
        const after = Number.isSafeInteger(seen) && seen > 0 ? seen : 0
        return streamReply(c, { messageId, after, isCounted: true })
      },
    )
    .post(
      '/chats/:chatId/stop',
      operation({
        writes: true,
        tag: 'messages',
        summary: 'Encerra a resposta em andamento e guarda o texto; repetir não muda nada',
        data: StopResult,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ChatParams),
      async (c) => {
        const messageId = await runningReply(c.req.valid('param').chatId, c.var.user.id)
        return respond(c, { stopped: messageId ? await runs.stop(messageId) : false })
      },
    )
    .post(
      '/chats/:chatId/messages/:messageId/regenerate',
      operation({
        writes: true,
        tag: 'messages',
        summary:
          'Gera outra resposta para a mesma mensagem, ou a mesma mais curta, mais longa ou em outro tom (eventos token, tool, error, done)',
        data: 'stream',
        errors: REPLY_ERRORS,
      }),
      signedIn,
      input('param', MessageParams),
      input('query', RegenerateQuery),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('query') }
        const messageId = await regenerateReply(deps, { user: c.var.user, ...wanted })
        return streamReply(c, { messageId })
      },
    )
    .post(
      '/chats/:chatId/messages/:messageId/continue',
      operation({
        writes: true,
        tag: 'messages',
        summary:
          'Continua a última resposta, que parou no meio; transmite o texto que já existe e o que vier depois',
        data: 'stream',
        errors: REPLY_ERRORS,
      }),
      signedIn,
      input('param', MessageParams),
      async (c) => {
        const params = c.req.valid('param')
        const messageId = await continueReply(deps, { user: c.var.user, ...params })
        return streamReply(c, { messageId })
      },
    )
}
