import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hostileRequests,
  malformedRequests,
  type RawRequest,
  sendRaw,
  slowConnections,
} from '../../testing/clients/malformed-requests.ts'
import { messagesOf, newMessage } from '../../testing/factories/conversation.ts'
import { openChats, signUpAt, startProcess } from '../../testing/processes/process-fixture.ts'
import type { ServerProcess } from '../../testing/processes/server-process.ts'

const AT_ONCE = 40
// A fixed seed: failures are reproducible.
const SAMPLE = { numRuns: 400, seed: 20_261_003 }

async function answersTo(server: ServerProcess, requests: RawRequest[]): Promise<string[]> {
  const port = Number(new URL(server.url).port)
  const answers: string[] = []
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const some = requests.slice(at, at + AT_ONCE)
    answers.push(...(await Promise.all(some.map((request) => sendRaw(port, request)))))
  }
  return answers
}

/** Status codes of every response, including several on one connection. */
const statusesOf = (answers: string[]) =>
  answers.flatMap((answer) =>
    [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status)),
  )

test('I9 malformed, truncated and hostile bytes on the socket never end the process', async () => {
  const server = await startProcess()
  const ana = await signUpAt(server)
  const [chatId = '', attackedId = ''] = await openChats(ana, 2)
  const account = { host: new URL(server.url).host, cookie: ana.cookie, chatId: attackedId }

  const hostile = hostileRequests(account)
  const spoilt = fc.sample(malformedRequests(account), SAMPLE)
  const answers = await answersTo(server, [...hostile, ...spoilt])
  // Every error is the client's; only an overloaded machine may answer 503.
  expect(answers.filter((answer) => /^HTTP\/1\.1 5(?!03)\d\d /m.test(answer))).toEqual([])
  expect(new Set(statusesOf(answers))).toContain(400)

  // Requests are answered while other sockets stay open.
  const slow = slowConnections(Number(new URL(server.url).port), 300)
  slow.drip()
  const sent = await ana.send(chatId, newMessage('Ainda está aí?'))
  expect(sent.at(-1)).toMatchObject({ event: 'done' })
  slow.drip()
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
  for (const socket of slow.sockets) socket.destroy()

  expect((await messagesOf(ana, chatId)).at(-1)).toMatchObject({ status: 'done' })
  expect(server.logs.filter((line) => /uncaught|unhandled|"level":[56]0/.test(line))).toEqual([])
  expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
}, 300_000)
