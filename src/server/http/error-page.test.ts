import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createRouter } from './context.ts'
import { AppError, notFound, respondFailure, unavailable } from './errors.ts'
import { requestContext } from './request-context.ts'
import { securityHeaders } from './security-headers.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

const app = createRouter()
app.onError(respondFailure)
app.use(
  requestContext({ log: createLogger('silent'), trustedProxies: 0 }),
  securityHeaders({ isHttps: false }),
)
app.get('/missing.txt', () => {
  throw notFound('Page')
})
app.get('/away.svg', () => {
  throw unavailable()
})
app.get('/figures', () => {
  throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
})
app.get('/broken.svg', () => {
  throw new Error('<b>segredo</b>')
})
app.get('/api/v1/missing', () => {
  throw notFound('Page')
})

const ask = (path: string, accept: string) =>
  app.request(path, { headers: { Accept: accept } }, { incoming: { socket: {}, complete: true } })

test('a browser gets a 404 page with a link home', async () => {
  const response = await ask('/missing.txt', BROWSER)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  const page = await response.text()
  expect(page).toContain('<h1>Ninguém em cena por aqui</h1>')
  expect(page).toContain('<a href="/">')
})

test('an address for programs does not answer 404', async () => {
  const response = await ask('/figures', BROWSER)
  expect(response.status).toBe(401)
  expect(await response.text()).toContain('<h1>Só com credencial</h1>')
})

test('an internal error shows its request id, without details', async () => {
  const response = await ask('/broken.svg', BROWSER)
  expect(response.status).toBe(500)
  const page = await response.text()
  expect(page).toContain(`Código: ${response.headers.get('x-request-id')}`)
  expect(page).not.toContain('segredo')
})

test('during an outage of the database the page says so, with Retry-After', async () => {
  const response = await ask('/away.svg', BROWSER)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.text()).toContain('Nada se perdeu')
})

test.each([
  ['a picture', '/missing.txt', 'image/avif,image/webp,*/*;q=0.8'],
  ['a program', '/missing.txt', '*/*'],
  ['an address of the API, however it is opened', '/api/v1/missing', BROWSER],
])('%s gets the envelope', async (_, path, accept) => {
  const response = await ask(path, accept)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
})
