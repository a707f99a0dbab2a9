import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TITLE_SYSTEM } from '../../../src/server/ai/tasks/title.ts'
import { chatWire } from '../../../src/server/testing/doubles/provider/chat-completions.ts'
import { stampOf } from './timestamp.ts'

/**
 * A minimal Chat Completions provider: the first token at once, then one every 20 ms, each a stamp of its
 * time of writing. `n=400` in the last message requests 400 tokens. A title is short and arrives at once.
 */
const TOKEN_INTERVAL_MS = 20
const TITLE = ['Um ', 'título ', 'curto']
const TITLE_MARK = JSON.stringify(TITLE_SYSTEM).slice(1, -1)

const server = createServer(async (request, response) => {
  const body = await text(request)
  let left = Number(/.*n=(\d+)/s.exec(body)?.[1] ?? 100)
  const wire = chatWire('bench')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(wire.start().join(''))
  if (body.includes(TITLE_MARK)) {
    response.end([...TITLE.map(wire.token), ...wire.finish({ reason: 'stop' })].join(''))
    return
  }
  const speak = () => {
    if (left > 0) {
      left -= 1
      response.write(wire.token(stampOf()))
      return
    }
    clearInterval(timer)
    response.end(wire.finish({ reason: 'stop' }).join(''))
  }
  const timer = setInterval(speak, TOKEN_INTERVAL_MS)
  response.on('close', () => clearInterval(timer))
  speak()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
process.stdin.on('close', () => process.exit(0)).resume()
