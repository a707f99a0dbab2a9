import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import type { ReplyEnd } from './reply-feed.ts'

const TIMEOUTS = new Set(['first_token_timeout', 'stall'])

/** The terminal event of a reply's stream. */
export const toTerminal = (messageId: string) => (end: ReplyEnd) => {
  const { status, errorCode } = end
  if (status === 'done' || status === 'stopped')
    return { event: 'done', data: { messageId, status } } as const
  const code = errorCode ?? 'internal'
  return {
    event: 'error',
    data: { error: REPLY_ERROR_TEXT[code], code, isTimeout: TIMEOUTS.has(code) },
  } as const
}
