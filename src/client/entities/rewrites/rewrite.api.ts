import { readReplyEvents } from '#client/entities/chats/reply-events.ts'
import { requestStream } from '#client/lib/http/http-client.ts'
import type { CreateRewrite } from '#shared/contract/rewrites.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'

const CUT_TEXT = 'A conexão caiu no meio da resposta.'

/** A failure after the stream began, in the words for the user. */
export class RewriteError extends Error {}

/**
 * Streams another version of a text; `onText` gets all of it so far. Returns early when `signal` aborts, which ends the
 * provider's call. @throws {ApiError}, or {RewriteError} when it breaks off.
 */
export async function rewriteText(
  rewrite: CreateRewrite,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const { body } = await requestStream('POST', '/documents/rewrite', { body: rewrite, signal })
  let text = ''
  if (body) {
    for await (const event of readReplyEvents(body, signal, () => undefined)) {
      if (event.type === 'error') throw new RewriteError(REPLY_ERROR_TEXT[event.code ?? 'internal'])
      if (event.type === 'done') return
      if (event.type !== 'token') continue
      text += event.token
      onText(text)
    }
  }
  if (!signal.aborted) throw new RewriteError(CUT_TEXT)
}
