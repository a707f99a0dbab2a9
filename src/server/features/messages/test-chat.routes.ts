import { v7 as uuidv7 } from 'uuid'
import { TestAgent } from '#shared/contract/agents-files.ts'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { streamFeed } from '../../http/event-stream.ts'
import { administers } from '../../http/guards.ts'
import { input, operation } from '../../http/validate.ts'
import type { ReplyEnd } from '../../runs/reply-feed.ts'
import { toTerminal } from '../../runs/terminal-event.ts'
import { testAgent } from './test-chat.service.ts'

/** The terminal event with the passages that the reply cites, because no call can read them later. */
const withCited = (
  { event, data }: ReturnType<ReturnType<typeof toTerminal>>,
  citations: readonly CitedPassage[],
) => ({
  event,
  data: citations.length > 0 ? { ...data, citations } : data,
})

export const testChatRoutes = (deps: Deps) => {
  const isStillAdministrator = async (headers: Headers) => {
    const user = await deps.auth.findUser(headers)
    return user !== undefined && !user.isBanned && user.role === 'admin'
  }

  return createRouter().post(
    '/agents/admin/test',
    operation({
      writes: true,
      tag: 'agents',
      summary: 'Responde como o agente do formulário e não guarda nada (eventos token, tool, error, done)',
      data: 'stream',
      errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
    }),
    deps.signedIn,
    administers('agents'),
    input('json', TestAgent),
    async (c) => {
      const { headers } = c.req.raw
      const { feed, cited } = await testAgent(deps, {
        user: c.var.user,
        test: c.req.valid('json'),
        signal: clientSignal(c),
        mayRead: () => isStillAdministrator(headers),
      })
      const terminal = toTerminal(uuidv7())
      return streamFeed(c, {
        ...{ feed, after: 0, headers: {} },
        toTerminal: (end: ReplyEnd) => withCited(terminal(end), cited()),
      })
    },
  )
}
