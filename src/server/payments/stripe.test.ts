import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripe, type StripeGateway } from './stripe.ts'

const asked: IncomingHttpHeaders[] = []
/** Queued responses; null breaks the connection. */
const answers: (object | null)[] = []
const server = createServer((request, response) => {
  asked.push(request.headers)
  request.resume()
  const answer = answers.shift()
  if (!answer) return void request.socket.destroy()
  // Telemetry would report the id of a request with the next one.
  const headers = { 'Content-Type': 'application/json', 'Request-Id': `req_${asked.length}` }
  response.writeHead(200, headers).end(JSON.stringify(answer))
})

let stripe: StripeGateway
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/outro/caminho`
  const options = { secretKey: 'sk_test_canarioDoStripe', webhookSecrets: ['whsec_1'], baseUrl }
  stripe = createStripe(options, pino({ level: 'silent' }))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const checkout = () => stripe.openCheckout({ mode: 'subscription' }, 'chave-do-dia')
const portal = () => stripe.openPortal({ customer: 'cus_1' })

test('creations use one API version, one idempotency key for retries, and no telemetry', async () => {
  for (const open of [checkout, portal]) {
    asked.length = 0
    // A broken connection is retried once.
    answers.push(null, { url: 'https://checkout.stripe.com/c/pay/cs_1' })
    expect(await open()).toBe('https://checkout.stripe.com/c/pay/cs_1')
    expect(asked.map((headers) => headers['stripe-version'])).toEqual(Array(2).fill('2026-10-28.endive'))
    expect(asked.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill('Bearer sk_test_canarioDoStripe'),
    )
    const keys = new Set(asked.map((headers) => headers['idempotency-key']))
    expect([keys.size, [...keys][0]]).toEqual([1, open === checkout ? 'chave-do-dia' : expect.any(String)])
    expect(asked.map((headers) => headers['x-stripe-client-telemetry'])).toEqual([undefined, undefined])
  }
})

test('A29 an unsafe page address is refused', async () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//mal.exemplo', '', null]) {
    for (const open of [checkout, portal]) {
      answers.push({ url })
      await expect(open()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    }
  }
})
