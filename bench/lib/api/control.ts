import { createInterface } from 'node:readline'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The control: a server that writes fixed responses as JSON. It reads them as lines of `[path, answer]`. */
const answers = new Map<string, object>()
const app = new Hono().get('*', (c) => c.json(answers.get(c.req.path) ?? {}))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [path, answer] = JSON.parse(line)
    answers.set(path, answer)
    process.stdout.write('"known"\n')
  })
  .on('close', () => process.exit(0))
