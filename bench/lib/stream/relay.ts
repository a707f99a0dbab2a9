import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'

/** The control: a server that only forwards a provider's bytes. */
const app = new Hono<{ Bindings: HttpBindings }>()
app.post('/', async (c) => {
  const upstream = await fetch(c.req.query('to') ?? '', { method: 'POST', body: await c.req.text() })
  const { outgoing } = c.env
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for await (const chunk of upstream.body ?? []) outgoing.write(chunk)
  outgoing.end()
  return RESPONSE_ALREADY_SENT
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
process.stdin.on('close', () => process.exit(0)).resume()
