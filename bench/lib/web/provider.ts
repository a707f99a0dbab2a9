import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatWire } from '../../../src/server/testing/doubles/provider/chat-completions.ts'
import { STAMP, sampleTokens } from './sample.ts'

/** The directive for a reply of this many tokens; 0 a second is unlimited. */
export const askFor = (tokens: number, perSecond: number) => `n=${tokens} p=${perSecond}`

/** A Chat Completions provider that writes Markdown at an exact pace. */
export async function startWebProvider() {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const [, tokens, perSecond] = /.*n=(\d+) p=(\d+)/s.exec(body) ?? []
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await speak(response, Number(tokens ?? 100), Number(perSecond ?? 0))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function speak(response: ServerResponse, count: number, perSecond: number): Promise<void> {
  const wire = chatWire('bench')
  const startedAt = performance.now()
  response.write(wire.start().join(''))
  for (const [index, token] of sampleTokens(count).entries()) {
    // Relative to the start and not to the last token, so that a late timer does not delay the whole reply.
    const early = perSecond > 0 ? startedAt + (index * 1_000) / perSecond - performance.now() : 0
    if (early > 0) await sleep(early)
    if (response.destroyed) return
    response.write(wire.token(token.replaceAll(STAMP, `${STAMP}${Date.now()}`)))
  }
  response.end(wire.finish({ reason: 'stop' }).join(''))
}
