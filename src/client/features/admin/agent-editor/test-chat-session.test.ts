import { expect, it } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { bodyOf, responseOf, sse } from '#client/testing/reply-streams.ts'
import { messagesOf, TestSession, type TestTurn } from './test-chat-session.ts'

const SETUP = { name: 'Nina', systemPrompt: 'Você é Nina.', model: null, collectionIds: [], items: [] }
const PIECES = ['Olá, ', '**Marina**', '.']
const atOnce = (tell: () => void) => tell()

/** A reply that begins and then waits for `go`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const bytes = new TextEncoder().encode(sse(PIECES))
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, 120))
      await promise
      controller.enqueue(bytes.slice(120))
      controller.close()
    },
  })
  return { response: responseOf(body), go: resolve }
}

const until = async (session: TestSession, isSo: (turns: readonly TestTurn[]) => boolean) => {
  if (isSo(session.getTurns())) return
  await new Promise<void>((resolve) => {
    const leave = session.subscribe(() => {
      if (!isSo(session.getTurns())) return
      leave()
      resolve()
    })
  })
}

it('streams a reply, and sends what was said before with the next question', async () => {
  const asked: unknown[] = []
  const session = new TestSession(async (_setup, messages) => {
    asked.push(messages)
    return responseOf(sse(PIECES))
  }, atOnce)
  await session.send('Quem é você?', SETUP)
  expect(session.getTurns()).toMatchObject([
    { question: 'Quem é você?', reply: PIECES.join(''), state: 'done' },
  ])
  await session.send('E agora?', { ...SETUP, systemPrompt: 'Outra.' })
  expect(asked[1]).toEqual([
    { sender: 'human', content: 'Quem é você?' },
    { sender: 'ai', content: PIECES.join('') },
    { sender: 'human', content: 'E agora?' },
  ])
  expect(session.getTurns()[1]?.setup.systemPrompt).toBe('Outra.')
})

it('stops, keeps what came, and takes nothing that comes later', async () => {
  const { response, go } = held()
  let signal: AbortSignal | undefined
  const session = new TestSession(async (_setup, _messages, given) => {
    signal = given
    return response
  }, atOnce)
  const sent = session.send('Escreva', SETUP)
  await until(session, ([turn]) => turn?.reply !== '')
  const { reply } = session.getTurns()[0] ?? {}
  session.stop()
  go()
  await sent
  expect(signal?.aborted).toBe(true)
  expect(session.getTurns()).toMatchObject([{ reply, state: 'stopped' }])
})

it('takes nothing more of what had already come when it was stopped', async () => {
  const session = new TestSession(async () => responseOf(sse(PIECES)), atOnce)
  session.subscribe(() => {
    if (session.getTurns()[0]?.reply === PIECES[0]) session.stop()
  })
  await session.send('Escreva', SETUP)
  expect(session.getTurns()).toMatchObject([{ reply: PIECES[0], state: 'stopped' }])
})

it('clears in the middle of a reply, and the next one begins alone', async () => {
  const { response, go } = held()
  const answers = [response, responseOf(sse(['Sim']))]
  const asked: unknown[] = []
  const session = new TestSession(async (_setup, messages) => {
    asked.push(messages)
    return answers.shift() ?? responseOf('')
  }, atOnce)
  const sent = session.send('Escreva', SETUP)
  await until(session, ([turn]) => turn?.reply !== '')
  session.clear()
  expect(session.getTurns()).toEqual([])
  await session.send('De novo', SETUP)
  go()
  await sent
  expect(session.getTurns()).toMatchObject([{ question: 'De novo', reply: 'Sim', state: 'done' }])
  expect(asked[1]).toEqual([{ sender: 'human', content: 'De novo' }])
})

it.each([
  ['an error event', () => responseOf(sse(['Olá'], 'error')), /parou no meio do caminho/],
  ['a stream that ends early', () => responseOf(sse(['Olá'], null)), /conexão caiu/],
  ['a connection that breaks', () => responseOf(bodyOf([], { breaks: true })), /./],
  [
    'a refusal',
    () => {
      throw new ApiError({ code: 'UNAVAILABLE', status: 503, message: '' })
    },
    /indisponível/,
  ],
] as const)('says why after %s, and can be asked again', async (_what, fail, text) => {
  const answers = [fail, () => responseOf(sse(['Pronto']))]
  const session = new TestSession(async () => (answers.shift() ?? fail)(), atOnce)
  await session.send('Oi', SETUP)
  expect(session.getTurns()).toMatchObject([{ state: 'failed' }])
  expect(session.getTurns()[0]?.problem).toMatch(text)
  await session.repeat(SETUP)
  expect(session.getTurns()).toMatchObject([{ question: 'Oi', reply: 'Pronto', state: 'done' }])
})

it('asks one thing at a time', async () => {
  const { response, go } = held()
  const session = new TestSession(async () => response, atOnce)
  const sent = session.send('Um', SETUP)
  await session.send('Dois', SETUP)
  go()
  await sent
  expect(session.getTurns()).toMatchObject([{ question: 'Um', state: 'done' }])
})

it('tells the screen once a frame, however fast the words come', async () => {
  const frames: (() => void)[] = []
  const session = new TestSession(
    async () => responseOf(sse(PIECES)),
    (tell) => void frames.push(tell),
  )
  let told = 0
  session.subscribe(() => {
    told += 1
  })
  await session.send('Oi', SETUP)
  // The question, and the end.
  expect(told).toBe(2)
  expect(frames).toHaveLength(1)
})

it('sends the newest turns that were answered', () => {
  const turn = (id: number, reply: string): TestTurn => ({
    id,
    setup: SETUP,
    question: `P${id}`,
    reply,
    steps: [],
    citations: [],
    state: 'done',
    problem: null,
  })
  const turns = Array.from({ length: 30 }, (_, id) => turn(id, id === 28 ? '' : `R${id}`))
  const messages = messagesOf(turns, 'Agora')
  expect(messages).toHaveLength(39)
  expect(messages[0]).toEqual({ sender: 'human', content: 'P10' })
  expect(messages.map(({ content }) => content)).not.toContain('P28')
  expect(messages.at(-1)).toEqual({ sender: 'human', content: 'Agora' })
})

it('leaves out what a call cannot carry, the oldest first', () => {
  const turn = (id: number): TestTurn => ({
    id,
    setup: SETUP,
    question: `P${id}`,
    reply: 'a'.repeat(40_000),
    steps: [],
    citations: [],
    state: 'done',
    problem: null,
  })
  const contents = messagesOf([turn(1), turn(2), turn(3)], 'Agora').map(({ content }) => content)
  expect(contents.filter((content) => content.startsWith('P'))).toEqual(['P2', 'P3'])
})
