import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readDirective } from '../../testing/doubles/provider/behaviour.ts'
import { messagesOf, newMessage } from '../../testing/factories/conversation.ts'
import { openChats, signUpAt, startProcess } from '../../testing/processes/process-fixture.ts'
import { databasePid, type ServerProcess } from '../../testing/processes/server-process.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

const GRACE_MS = 8_000
/** Age of a reply at the signal, in milliseconds. */
const AGES = [3_000, 1_000, 0]
/** Longer than the oldest reply's age and the grace time together, 20 ms apart. */
const LONG_TOKENS = 1_000
/** Delay after which a second signal is deliberate. */
const SECOND_THOUGHT_MS = 2_500

const ask = (client: TestClient, chatId: string, tokens: number, delay: number) =>
  client.open(
    'POST',
    `/chats/${chatId}/messages`,
    newMessage(`Oi [[tokens=${tokens} delay=${delay} exact=1]]`),
  )

const WHOLE = readDirective(`[[tokens=${LONG_TOKENS} exact=1]]`)?.behaviour.tokens?.join('').trimEnd()

const refusesWork = (server: ServerProcess) =>
  vi.waitFor(async () => expect((await fetch(`${server.url}/api/ready`)).status).toBe(503), {
    timeout: 20_000,
  })

/** One client that never finishes its request, and one that never starts it. */
async function holdOpen({ url }: ServerProcess): Promise<void> {
  for (const beginning of ['POST /api/v1/chats HTTP/1.1\r\nHost: x\r\nContent-Le', '']) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(beginning)
  }
}

test('F25 SIGTERM at 0, 1 and 3 s of a reply: no new work, short replies end, the next start finishes the rest, exit code 0', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: String(GRACE_MS) })
  const ana = await signUpAt(server)
  const [lateId = '', ...chatIds] = await openChats(ana, 1 + 2 * AGES.length)
  const replies = AGES.map(async (age, index) => {
    await sleep(Math.max(...AGES) - age)
    const [shortId = '', longId = ''] = chatIds.slice(2 * index)
    // One needs another second, the other longer than the grace time.
    const short = await ask(ana, shortId, (age + 1_000) / 100, 100)
    const long = await ask(ana, longId, LONG_TOKENS, 20)
    return { shortId, longId, short, long }
  })
  const begun = await Promise.all(replies)
  await holdOpen(server)
  server.signal('SIGTERM')

  await refusesWork(server)
  const late = await ana.post(`/chats/${lateId}/messages`, newMessage('Ainda dá?'))
  expect(late).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  // A reader who reconnects still gets the reply.
  const following = await ana.open('GET', `/chats/${begun[0]?.longId}/stream`)
  const followed = following.rest()

  const ends = await Promise.all(
    begun.map(async ({ short, long }) => ({ short: await short.rest(), long: await long.rest() })),
  )
  for (const { short, long } of ends) {
    expect(short.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
    // Its readers reconnect.
    expect(long.at(-1)).toMatchObject({ event: 'token' })
  }
  expect(textOf(ends[0]?.long ?? []).startsWith(textOf(await followed))).toBe(true)
  expect(await server.ended()).toEqual({ code: 0, signal: null })
  expect(await databasePid(server.dataDir)).toBeUndefined()

  await server.start()
  for (const [index, { shortId, longId }] of begun.entries()) {
    const [short, long] = [textOf(ends[index]?.short ?? []), textOf(ends[index]?.long ?? [])]
    expect(await messagesOf(ana, shortId)).toMatchObject([{}, { status: 'done', content: short }])
    const reply = async () => (await messagesOf(ana, longId))[1]
    await vi.waitFor(async () => expect((await reply())?.status).not.toBe('running'), { timeout: 60_000 })
    const { status, content = '' } = (await reply()) ?? {}
    expect([status, content.trimEnd()]).toEqual(['done', WHOLE])
    expect(content.startsWith(long)).toBe(true)
  }
  expect(await messagesOf(ana, lateId)).toEqual([])
}, 300_000)

test('F25 Ctrl+C says what it waits for; an immediate second signal is ignored; a later one ends the server at once', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '600000' })
  const ana = await signUpAt(server)
  const [chatId = ''] = await openChats(ana, 1)
  const long = await ask(ana, chatId, 4_000, 20)
  // Of signals of one moment, either may be taken first.
  server.signal('SIGTERM')
  await sleep(50)
  server.signal('SIGINT')
  await refusesWork(server)
  // The refusal may arrive before the line, which comes through a pipe.
  await vi.waitFor(
    () =>
      expect(server.logs).toContain(
        'Encerrando; falta terminar: 1 resposta em andamento (até 600 s). Ctrl+C de novo encerra na hora.',
      ),
    { timeout: 30_000 },
  )
  await sleep(SECOND_THOUGHT_MS)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  const read = long.rest().catch(() => undefined)
  server.signal('SIGINT')
  expect(await server.ended()).toEqual({ code: 1, signal: null })
  await read
  await vi.waitFor(async () => expect(await databasePid(server.dataDir)).toBeUndefined(), { timeout: 90_000 })
}, 300_000)
