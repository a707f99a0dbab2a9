import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket, readToEnd } from '../../testing/clients/raw-request.ts'
import { cases, wrong } from '../../testing/fuzz.ts'
import { openWritingRoutes, type WritingRoutes } from '../../testing/routes/writing-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let api: WritingRoutes
beforeAll(async () => {
  app = await createTestApp()
  api = await openWritingRoutes(app)
})
afterAll(() => app.close())

describe('I9 bad requests', () => {
  test('random bytes do not end the process, and the next request is answered', async () => {
    const deaths: unknown[] = []
    const note = (error: unknown) => deaths.push(error)
    process.on('unhandledRejection', note)
    process.on('uncaughtExceptionMonitor', note)
    const start = fc.constantFrom(
      '',
      'GET / HTTP/1.1\r\nHost: x\r\n',
      'POST /api/v1/chats HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
      `POST /api/auth/sign-out HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `GET /api/v1/chats/${api.own.chatId}/stream HTTP/1.1\r\nHost: x\r\nCookie: ${api.people.owner.cookie}\r\n\r\n`,
    )
    const isSurvived = async ([head, noise, how]: readonly [string, Uint8Array, string]) => {
      const socket = await openSocket(app.baseUrl)
      const ended = readToEnd(socket)
      socket.write(head)
      socket.write(noise)
      if (how === 'end') socket.end('\r\n\r\n')
      else if (how === 'reset') socket.resetAndDestroy()
      else socket.destroy()
      await ended
      return (await app.visitor().call('GET', '/api/health')).status === 200
    }
    try {
      const ways = fc.constantFrom('end', 'reset', 'destroy')
      const given = cases(fc.tuple(start, fc.uint8Array({ maxLength: 200 }), ways), 120)
      expect(await wrong(given, isSurvived)).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
      process.off('uncaughtExceptionMonitor', note)
    }
    expect(deaths).toEqual([])
    expect((await api.people.owner.get('/chats')).status).toBe(200)
  })
})
