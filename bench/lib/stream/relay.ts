import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * The control: `node:http` alone, which asks the provider, parses its events, and writes an event per token. It
 * stores nothing and checks no session.
 */
const agent = new Agent({ keepAlive: true })

function relay(upstream: IncomingMessage, response: ServerResponse): void {
  let held = ''
  upstream.setEncoding('utf8').on('data', (chunk: string) => {
    held += chunk
    for (let end = held.indexOf('\n\n'); end !== -1; end = held.indexOf('\n\n')) {
      const event = held.slice(0, end)
      held = held.slice(end + 2)
      if (!event.startsWith('data: {')) continue
      const token = JSON.parse(event.slice('data: '.length)).choices[0]?.delta?.content
      if (token) response.write(`data: ${JSON.stringify({ type: 'text', text: token })}\n\n`)
    }
  })
  upstream.on('end', () => response.end()).on('error', () => response.destroy())
}

const server = createServer(async (incoming, response) => {
  const body = await text(incoming)
  const provider = new URL(incoming.url ?? '', 'http://127.0.0.1').searchParams.get('to') ?? ''
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  request(provider, { method: 'POST', agent }, (upstream) => relay(upstream, response))
    .on('error', () => response.destroy())
    .end(body)
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
process.stdin.on('close', () => process.exit(0)).resume()
