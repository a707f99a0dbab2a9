/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, createHttp } from './http-client.ts'
import { setProver } from './step-up.ts'

const REFUSED = { code: 'STEP_UP_REQUIRED', message: 'Confirme que é você para continuar.' }

let close = async () => {}

afterEach(async () => {
  setProver(undefined)
  await close()
})

/** A server that refuses every call, in the shape of its API, until `prove` is called. */
async function serve() {
  const bodies: string[] = []
  let isProved = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(body)
    const isAuth = request.url?.startsWith('/api/auth/')
    const refusal = isAuth ? REFUSED : { success: false, error: REFUSED }
    response
      .writeHead(isProved ? 200 : 403, { 'content-type': 'application/json' })
      .end(JSON.stringify(isProved ? { success: true, data: 'feito' } : refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections())
  const { port } = server.address() as AddressInfo
  return {
    http: createHttp(`http://127.0.0.1:${port}`),
    bodies,
    prove: () => {
      isProved = true
    },
  }
}

test('a refused call waits for the proof and is repeated with its body', async () => {
  const { http, bodies, prove } = await serve()
  setProver(async () => prove())
  expect(await http.request('POST', '/users/admin/1/ban', { body: { banReason: 'spam' } })).toBe('feito')
  expect(bodies).toEqual(['{"banReason":"spam"}', '{"banReason":"spam"}'])
})

test('calls of both APIs that are refused together ask once', async () => {
  const { http, bodies, prove } = await serve()
  let accept = () => {}
  const prover = vi.fn(() => new Promise<void>((resolve) => (accept = resolve)))
  setProver(prover)
  const calls = [
    http.request('GET', '/users/admin'),
    http.requestAuth('POST', '/admin/remove-user', { body: {} }),
    http.requestStream('GET', '/users/admin/export'),
  ]
  await vi.waitFor(() => expect(bodies).toHaveLength(3))
  await vi.waitFor(() => expect(prover).toHaveBeenCalled())
  prove()
  accept()
  await Promise.all(calls)
  expect(prover).toHaveBeenCalledTimes(1)
  expect(bodies).toHaveLength(6)
})

test('a refusal that arrives after a proof asks no more', async () => {
  const { http, prove } = await serve()
  const prover = vi.fn(async () => prove())
  setProver(prover)
  const late = http.request('GET', '/late')
  await Promise.all([late, http.request('GET', '/users/admin')])
  expect(prover).toHaveBeenCalledTimes(1)
})

test('a dismissed proof fails the call with its own text, and the next call asks again', async () => {
  const { http, bodies, prove } = await serve()
  const dismissed = new ApiError({ code: 'STEP_UP_REQUIRED', status: 403, message: 'Nada foi feito.' })
  setProver(() => Promise.reject(dismissed))
  await expect(http.request('POST', '/plans/admin')).rejects.toBe(dismissed)
  expect(bodies).toHaveLength(1)
  setProver(async () => prove())
  expect(await http.request('POST', '/plans/admin')).toBe('feito')
})

test('a second refusal, or a page where nobody can be asked, fails as the server says', async () => {
  const { http, bodies } = await serve()
  await expect(http.request('POST', '/plans/admin')).rejects.toMatchObject(REFUSED)
  setProver(async () => {})
  await expect(http.request('POST', '/plans/admin')).rejects.toMatchObject(REFUSED)
  expect(bodies).toHaveLength(3)
})
