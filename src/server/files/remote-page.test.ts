import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImageSite, PUBLIC_ADDRESS, SITE, startImageSite } from '../testing/doubles/image-site.ts'
import { createRemotePages, type FetchRemotePage } from './remote-page.ts'

let site: ImageSite
let fetchPage: FetchRemotePage
beforeAll(async () => {
  site = await startImageSite()
  fetchPage = site.pages()
  site.serve('/pagina', (_request, response) => response.setHeader('Content-Type', 'text/html').end('Curso'))
})
beforeEach(() => {
  for (const list of [site.requests, site.lookups, site.dials]) list.length = 0
})
afterAll(() => site.close())

const at = (path: string, host = `curso.${SITE}`) => `https://${host}${path}`
const redirect = (path: string, to: string, status = 302) =>
  site.serve(path, (_request, response) => response.writeHead(status, { Location: to }).end('ali'))
const reasonOf = async (pending: Promise<unknown>) => {
  const error = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return Object(error).reason
}

test('a page behind redirects, each resolved and checked on its own', async () => {
  redirect('/curto', at('/www', `www.${SITE}`), 301)
  redirect('/www', '/pagina')
  const { bytes, type } = await fetchPage(at('/curto'))
  expect([Buffer.from(bytes).toString(), type]).toEqual(['Curso', 'text/html'])
  expect(site.lookups).toEqual([`curso.${SITE}`, `www.${SITE}`, `www.${SITE}`])
  expect(site.dials).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS, PUBLIC_ADDRESS])
})

describe('A33 a redirect', () => {
  test.each([
    'https://127.0.0.1/dentro',
    'https://localhost/dentro',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:7f00:1]/dentro',
    `https://interno.${SITE}/pagina`,
    `http://curso.${SITE}/pagina`,
    `https://curso.${SITE}:8443/pagina`,
    `https://ana@curso.${SITE}/pagina`,
    'file:///etc/passwd',
    'data:text/html,oi',
    '//127.0.0.1/dentro',
    'https://',
  ])('to «%s» ends there', async (to) => {
    site.name(`interno.${SITE}`, ['10.0.0.8'])
    site.name('localhost', ['127.0.0.1'])
    redirect('/muda', to)
    expect(await reasonOf(fetchPage(at('/muda')))).toBe('unreachable')
    expect([site.requests, site.dials]).toEqual([['/muda'], [PUBLIC_ADDRESS]])
  })

  test('is followed four times, and a name that changes meanwhile is resolved again', async () => {
    redirect('/volta', '/volta')
    expect(await reasonOf(fetchPage(at('/volta')))).toBe('unreachable')
    expect(site.requests).toHaveLength(5)
    site.name(`muda.${SITE}`, [PUBLIC_ADDRESS], ['127.0.0.1'])
    site.dials.length = 0
    redirect('/muda', '/pagina')
    expect(await reasonOf(fetchPage(at('/muda', `muda.${SITE}`)))).toBe('unreachable')
    expect(site.dials).toEqual([PUBLIC_ADDRESS])
  })

  test('counts in one time limit', async () => {
    const wait = (to: string) =>
      site.serve(to, (_request, response) =>
        setTimeout(() => response.writeHead(302, { Location: to }).end(), 150),
      )
    wait('/devagar')
    expect(await reasonOf(site.pages({ timeoutMs: 200 })(at('/devagar')))).toBe('unreachable')
    expect(site.requests.length).toBeLessThan(4)
  })
})

test('one name is looked up at a time, and none for a caller that has left', async () => {
  const sought: string[] = []
  const slow = Promise.withResolvers<never>()
  const resolve = (name: string) => {
    sought.push(name)
    return name === 'lento.com.br' ? slow.promise : Promise.resolve([])
  }
  const fetchSlowly = createRemotePages({ resolve, timeoutMs: 200 })
  const early = new AbortController()
  const first = reasonOf(fetchSlowly('https://lento.com.br/'))
  const left = fetchSlowly('https://foi-embora.com.br/', { signal: early.signal })
  early.abort(new Error('foi embora'))
  await expect(left).rejects.toThrow('foi embora')
  const before = fetchSlowly('https://ja-foi.com.br/', { signal: early.signal })
  await expect(before).rejects.toThrow('foi embora')
  expect(await first).toBe('unreachable')
  const next = createRemotePages({ resolve })('https://outro.com.br/')
  expect(sought).toEqual(['lento.com.br'])
  slow.reject(new Error('no such name'))
  expect(await reasonOf(next)).toBe('unreachable')
  expect(sought).toEqual(['lento.com.br', 'outro.com.br'])
})

test('a compressed answer is not unpacked', async () => {
  site.serve('/bomba', (_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('0'),
  )
  expect(await reasonOf(fetchPage(at('/bomba')))).toBe('unreachable')
})
