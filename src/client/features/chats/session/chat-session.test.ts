import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { REPLY_ID, responseOf, sse } from '#client/testing/reply-streams.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatCalls } from './chat-calls.ts'
import { ChatSession } from './chat-session.ts'
import { chatQueries } from './chats.api.ts'
import { appendTurn, humanMessage } from './message-updates.ts'

const CHAT = 'chat'
const HUMAN = 'human'

/** A server with one chat, whose calls a test may replace. */
function setUp(calls: Partial<ChatCalls> = {}, stored: Message[] = []) {
  const client = new QueryClient()
  client.setQueryData(chatQueries.messages(CHAT).queryKey, [])
  const unexpected = () => Promise.reject(new Error('unexpected call'))
  const session = new ChatSession(CHAT, {
    client,
    calls: {
      createChat: unexpected,
      send: unexpected,
      regenerate: unexpected,
      continueReply: unexpected,
      selectBranch: unexpected,
      rate: unexpected,
      deleteMessage: unexpected,
      fetchChat: unexpected,
      tail: unexpected,
      stop: async () => ({ stopped: true }),
      fetchMessages: async () => stored,
      ...calls,
    },
    clock: {
      perFrame: (task) => task,
      wait: () => Promise.resolve(),
    },
  })
  const messages = () => client.getQueryData(chatQueries.messages(CHAT).queryKey) ?? []
  return { client, session, messages }
}

const offline = new ApiError({ code: 'NETWORK', status: 0, message: 'x' })
const turn = (status: Message['status'], content: string) => {
  const [human, reply] = appendTurn([], humanMessage(CHAT, HUMAN, 'oi', null), REPLY_ID)
  return human && reply ? [human, { ...reply, status, content }] : []
}

/** A stream that a test feeds by hand. */
function liveResponse() {
  const pipe = new TransformStream<string, string>()
  const writer = pipe.writable.getWriter()
  return {
    response: responseOf(pipe.readable.pipeThrough(new TextEncoderStream())),
    write: (text: string) => void writer.write(text),
    close: () => void writer.close().catch(() => undefined),
  }
}

describe('a chat without cached messages', () => {
  it('gets no cache entry from a session', async () => {
    const live = liveResponse()
    const { session, client } = setUp({ tail: async () => live.response }, turn('running', 'Olá'))
    const leave = session.hold()
    session.attach(REPLY_ID)
    live.write(sse(['Olá a'], null))
    await vi.waitFor(() => expect(session.getState().reply?.text).toBe('Olá a'))
    client.clear()
    leave()
    await vi.waitFor(() => expect(session.getState().reply).toBeNull(), { timeout: 5_000 })
    expect(client.getQueryData(chatQueries.messages(CHAT).queryKey)).toBeUndefined()
    live.close()
  })
})

describe('a chat changed elsewhere', () => {
  it('shows the new messages after a refresh', async () => {
    const { session, client, messages } = setUp({}, turn('running', 'Olá'))
    client.setQueryData(chatQueries.messages(CHAT).queryKey, [], { updatedAt: Date.now() - 60_000 })
    await session.refresh()
    expect(messages().map(({ status }) => status)).toEqual(['done', 'running'])
  })
})

describe('sending', () => {
  it('is not undone by an older refetch', async () => {
    const earlier = Promise.withResolvers<Message[]>()
    const readings: (Message[] | Promise<Message[]>)[] = [earlier.promise]
    const live = liveResponse()
    const { session, client, messages } = setUp({
      send: async () => live.response,
      fetchMessages: async () => readings.shift() ?? turn('running', ''),
    })
    client.setQueryData(chatQueries.messages(CHAT).queryKey, [], { updatedAt: Date.now() - 60_000 })
    const reading = session.refresh()
    await session.send({ messageId: HUMAN, content: 'oi', isKept: true })
    earlier.resolve([humanMessage(CHAT, 'other', 'antes', null)])
    await reading
    expect(messages().map(({ id }) => id)).toEqual([HUMAN, REPLY_ID])
    live.close()
  })

  it('shows the turn once it is stored and the reply once it ends', async () => {
    const { session, messages } = setUp(
      { send: async () => responseOf(sse(['Olá', ' 🎬'])) },
      turn('done', 'Olá 🎬'),
    )
    expect(await session.send({ messageId: HUMAN, content: 'oi', isKept: true })).toBe(true)
    expect(messages().map(({ sender, status }) => [sender, status])).toEqual([
      ['human', 'done'],
      ['ai', 'running'],
    ])
    await vi.waitFor(() => expect(session.getState().reply).toBeNull())
    expect(messages().at(-1)).toMatchObject({ id: REPLY_ID, content: 'Olá 🎬', status: 'done' })
  })

  it('sends the context, and none while it is unknown', async () => {
    const contexts: unknown[] = []
    const send: ChatCalls['send'] = async (_, { context }) => {
      contexts.push(context)
      return responseOf(sse(['a']))
    }
    const chosen = [{ kind: 'offer', id: 'o', name: 'Oferta' }] as const
    for (const outgoing of [{ chosen }, { chosen: [] }, {}]) {
      const { session, messages } = setUp({ send })
      await session.send({ messageId: HUMAN, content: 'oi', isKept: true, ...outgoing })
      const grounds = 'chosen' in outgoing ? outgoing.chosen : []
      expect(messages().at(-1)?.groundedOn).toEqual(grounds.map((item) => ({ ...item, isChosen: true })))
    }
    const nothing = { productIds: [], brandIds: [], offerIds: [], documentIds: [] }
    expect(contexts).toEqual([{ ...nothing, offerIds: ['o'] }, nothing, undefined])
  })

  it('creates a new chat first', async () => {
    const order: string[] = []
    const { session } = setUp({
      createChat: async ({ id }) => {
        order.push(`create ${id}`)
        return JSON.parse('{}')
      },
      send: async (chatId) => {
        order.push(`send ${chatId}`)
        return responseOf(sse(['a']))
      },
    })
    await session.send({ messageId: HUMAN, content: 'oi', newChatWith: 'dora', isKept: true })
    expect(order).toEqual(['create chat', 'send chat'])
  })

  it('changes only the failure when the server refuses', async () => {
    const { session, messages } = setUp({ send: () => Promise.reject(offline) })
    expect(await session.send({ messageId: HUMAN, content: 'oi', isKept: true })).toBe(false)
    expect(messages()).toEqual([])
    expect(session.getState()).toMatchObject({
      isSending: false,
      failure: { action: 'send', error: offline, isKept: true },
    })
    session.dismissFailure()
    expect(session.getState().failure).toBeNull()
  })

  it('sends no second message while one is being sent', async () => {
    const send = vi.fn(async () => responseOf(sse(['a'])))
    const { session } = setUp({ send })
    const outgoing = { messageId: HUMAN, content: 'oi', isKept: true }
    expect(await Promise.all([session.send(outgoing), session.send(outgoing)])).toEqual([true, false])
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('a running reply', () => {
  it('streams from its beginning to the server’s end event', async () => {
    const tail = vi.fn<ChatCalls['tail']>(async () => responseOf(sse(['Tudo'], 'error')))
    const { session, client, messages } = setUp({ tail }, turn('interrupted', 'Tudo'))
    client.setQueryData(chatQueries.messages(CHAT).queryKey, turn('running', 'Tu'))
    session.attach(REPLY_ID)
    session.attach(REPLY_ID)
    await vi.waitFor(() => expect(session.getState().reply).toBeNull())
    expect(tail).toHaveBeenCalledTimes(1)
    expect(tail.mock.calls[0]?.[1]).toBeNull()
    expect(messages().at(-1)).toMatchObject({ content: 'Tudo', status: 'interrupted' })
  })

  it('is refetched when it ended without a listener', async () => {
    const { session, messages } = setUp(
      { tail: async () => new Response(null, { status: 204 }) },
      turn('done', 'Tudo pronto'),
    )
    session.attach(REPLY_ID)
    await vi.waitFor(() => expect(session.getState().reply).toBeNull())
    expect(messages().at(-1)).toMatchObject({ content: 'Tudo pronto', status: 'done' })
  })

  it('shows its stored text while too many streams are open, and streams when there is room', async () => {
    const tooMany = new ApiError({ code: 'RATE_LIMITED', status: 429, message: 'Abas demais' })
    const stored = [turn('running', 'Olá'), turn('running', 'Olá a'), turn('done', 'Olá a todos')]
    const shown: unknown[] = []
    const answers = [() => Promise.reject(tooMany), () => Promise.reject(tooMany)]
    const { session, messages } = setUp({
      tail: async () => {
        shown.push(messages().at(-1)?.content)
        return (await answers.shift()?.()) ?? responseOf(sse(['Olá a todos']))
      },
      fetchMessages: async () => stored.shift() ?? turn('done', 'Olá a todos'),
    })
    session.attach(REPLY_ID)
    await vi.waitFor(() => expect(session.getState().reply).toBeNull())
    expect(shown).toEqual([undefined, 'Olá', 'Olá a'])
    expect(messages().at(-1)).toMatchObject({ content: 'Olá a todos', status: 'done' })
  })

  it('stops at once on the screen and keeps its text', async () => {
    const live = liveResponse()
    const { session, messages } = setUp({ send: async () => live.response }, turn('stopped', 'Olá a todos'))
    await session.send({ messageId: HUMAN, content: 'oi', isKept: true })
    live.write(sse(['Olá'], null))
    await vi.waitFor(() => expect(session.getState().reply?.text).toBe('Olá'))
    const stopping = session.stop()
    expect(session.getState().reply?.phase).toBe('stopping')
    live.write(sse(['Olá', ' a todos']).replace('"status":"done"', '"status":"stopped"'))
    await stopping
    await vi.waitFor(() => expect(session.getState().reply).toBeNull())
    expect(messages().at(-1)).toMatchObject({ content: 'Olá a todos', status: 'stopped' })
    live.close()
  })

  it('goes on when stopping fails', async () => {
    const live = liveResponse()
    const { session } = setUp({ send: async () => live.response, stop: () => Promise.reject(offline) })
    await session.send({ messageId: HUMAN, content: 'oi', isKept: true })
    await session.stop()
    expect(session.getState()).toMatchObject({ reply: { phase: 'waiting' }, failure: { action: 'stop' } })
    live.close()
  })
})

it('regenerates: the new reply replaces the old one', async () => {
  const other = '0190a000-0000-7000-8000-000000000003'
  const { session, client, messages } = setUp({
    regenerate: async () => responseOf(sse(['Nova'], 'done', other), other),
  })
  client.setQueryData(chatQueries.messages(CHAT).queryKey, turn('error', ''))
  expect(await session.regenerate(REPLY_ID)).toBe(true)
  await vi.waitFor(() => expect(session.getState().reply).toBeNull())
  expect(messages().map(({ id, content }) => [id, content])).toEqual([
    [HUMAN, 'oi'],
    [other, 'Nova'],
  ])
})

it('continues: the same reply grows', async () => {
  const { session, client, messages } = setUp({
    continueReply: async () => responseOf(sse(['Era uma vez', ' e fim']), REPLY_ID, 2),
  })
  client.setQueryData(chatQueries.messages(CHAT).queryKey, turn('stopped', 'Era uma vez'))
  expect(await session.continueReply(REPLY_ID)).toBe(true)
  expect(messages().at(-1)).toMatchObject({ status: 'running', content: 'Era uma vez' })
  await vi.waitFor(() => expect(session.getState().reply).toBeNull())
  expect(messages().at(-1)).toMatchObject({ id: REPLY_ID, content: 'Era uma vez e fim', status: 'done' })
})

it('replaces an edited message', async () => {
  const other = '0190a000-0000-7000-8000-000000000004'
  const send = vi.fn<ChatCalls['send']>(async () => responseOf(sse(['Nova'], 'done', other), other))
  const { session, client, messages } = setUp({ send })
  client.setQueryData(chatQueries.messages(CHAT).queryKey, turn('done', 'Velha'))
  await session.send({ messageId: 'again', content: 'oi de novo', replacesId: HUMAN, isKept: true })
  expect(send.mock.calls[0]?.[1]).toMatchObject({ id: 'again', replacesId: HUMAN })
  expect(messages().map(({ id }) => id)).toEqual(['again', other])
})

describe('polling', () => {
  const chat = (other: Partial<Chat> = {}) =>
    ({ title: 'Oi', updatedAt: '1', lastMessageAt: '1', isRunning: false, ...other }) as Chat

  it('fetches the messages only after a change', async () => {
    const answers = [chat(), chat(), chat({ isRunning: true, updatedAt: '2' })]
    const fetchMessages = vi.fn(async () => turn('running', ''))
    const { session, messages } = setUp({ fetchChat: async () => answers.shift() ?? chat(), fetchMessages })
    expect([await session.poll(), await session.poll(), await session.poll()]).toEqual([true, false, true])
    expect(fetchMessages).toHaveBeenCalledTimes(2)
    expect(messages().at(-1)?.status).toBe('running')
  })

  it('sends no request while a reply streams', async () => {
    const live = liveResponse()
    const { session } = setUp({ send: async () => live.response })
    await session.send({ messageId: HUMAN, content: 'oi', isKept: true })
    expect(await session.poll()).toBe(false)
    live.close()
  })
})
