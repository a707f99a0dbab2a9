import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { type ImageSite, PUBLIC_ADDRESS, SITE, startImageSite } from '../testing/doubles/image-site.ts'
import { TINY_PNG } from '../testing/factories/images.ts'
import { createRemoteImages, type FetchRemoteImage } from './remote-image.ts'

let site: ImageSite
let fetchImage: FetchRemoteImage
beforeAll(async () => {
  site = await startImageSite()
  fetchImage = site.fetcher()
  site.serve('/foto.png', TINY_PNG)
})
beforeEach(() => {
  for (const list of [site.requests, site.lookups, site.dials]) list.length = 0
  site.connections = 0
})
afterAll(() => site.close())

const at = (path: string, host = `fotos.${SITE}`) => `https://${host}${path}`
const reasonOf = async (pending: Promise<unknown>) => {
  const error = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return Object(error).reason
}

test('fetches an https address with one lookup and one connection', async () => {
  expect(Buffer.from(await fetchImage(at('/foto.png')))).toEqual(TINY_PNG)
  expect(site.lookups).toEqual([`fotos.${SITE}`])
  expect(site.dials).toEqual([PUBLIC_ADDRESS])
  expect(site.connections).toBe(1)
})

describe('A33 a refused address', () => {
  test.each([
    'https://127.0.0.1/foto.png',
    'https://127.1/foto.png',
    'https://0x7f.1/foto.png',
    'https://0x7f000001/foto.png',
    'https://2130706433/foto.png',
    'https://017700000001/foto.png',
    'https://0177.0.0.1/foto.png',
    'https://127.0.0.1./foto.png',
    'https://%31%32%37.0.0.1/foto.png',
    'https://１２７.0.0.1/foto.png',
    'https://127。0。0。1/foto.png',
    'https://0/foto.png',
    'https://10.0.0.8/foto.png',
    'https://192.168.0.1/foto.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/foto.png',
    'https://[::]/foto.png',
    'https://[::ffff:127.0.0.1]/foto.png',
    'https://[::ffff:7f00:1]/foto.png',
    'https://[0:0:0:0:0:ffff:7f00:1]/foto.png',
    'https://[::7f00:1]/foto.png',
    'https://[64:ff9b::7f00:1]/foto.png',
    'https://[64:ff9b:1::7f00:1]/foto.png',
    'https://[2002:7f00:1::]/foto.png',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[fe80::1]/foto.png',
    `http://fotos.${SITE}/foto.png`,
    `https://pessoa@fotos.${SITE}/foto.png`,
    `https://pessoa:senha@fotos.${SITE}/foto.png`,
    `https://fotos.${SITE}@127.0.0.1/foto.png`,
    `https://fotos.${SITE}:8443/foto.png`,
    `https://fotos.${SITE}:22/`,
    'ftp://exemplo.com.br/foto.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://',
    '//fotos.exemplo.com.br/foto.png',
    '/foto.png',
    '',
  ])('«%s»', async (address) => {
    expect(await reasonOf(fetchImage(address))).toBe('refused')
    expect([site.lookups, site.dials, site.connections]).toEqual([[], [], 0])
  })
})

describe('A33 a name of an internal address', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['this machine, embedded', ['::ffff:7f00:1']],
    ['this machine behind NAT64', ['64:ff9b::7f00:1']],
    ['the provider’s metadata', ['169.254.169.254']],
    ['a network of one’s own', ['10.1.2.3']],
    ['the internet, and inside too', [PUBLIC_ADDRESS, '127.0.0.1']],
    ['the internet, and inside by IPv6', [PUBLIC_ADDRESS, 'fd00::1']],
    ['nowhere', []],
  ])('%s', async (_where, addresses) => {
    site.name(`dentro.${SITE}`, addresses)
    expect(await reasonOf(fetchImage(at('/foto.png', `dentro.${SITE}`)))).toBe('unreachable')
    expect([site.dials, site.connections]).toEqual([[], 0])
  })

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'foto.localhost'])(
    '%s, by the system resolver',
    async (host) => {
      const dials: string[] = []
      const dial = (address: string) => {
        dials.push(address)
        return { address: '127.0.0.1', port: site.port }
      }
      const asked = createRemoteImages({ dial, ca: site.cert })(at('/foto.png', host))
      expect(await reasonOf(asked)).toBe('unreachable')
      expect([dials, site.connections]).toEqual([[], 0])
    },
  )

  test('a name that changes after the check: the first lookup is used', async () => {
    site.name(`muda.${SITE}`, [PUBLIC_ADDRESS], ['127.0.0.1'])
    expect(Buffer.from(await fetchImage(at('/foto.png', `muda.${SITE}`)))).toEqual(TINY_PNG)
    expect([site.lookups, site.dials]).toEqual([[`muda.${SITE}`], [PUBLIC_ADDRESS]])
    // The name is now internal, and refused.
    expect(await reasonOf(fetchImage(at('/foto.png', `muda.${SITE}`)))).toBe('unreachable')
    expect(site.dials).toEqual([PUBLIC_ADDRESS])
  })

  test('a name with a trusted prefix is not trusted', async () => {
    site.name(`i.ytimg.com.${SITE}`, ['10.0.0.1'])
    expect(await reasonOf(fetchImage(at('/foto.png', `i.ytimg.com.${SITE}`)))).toBe('unreachable')
    expect(site.connections).toBe(0)
  })
})

describe('A33 a refused response', () => {
  test.each([301, 302, 303, 307, 308])('a redirect, %i, is not followed', async (status) => {
    for (const to of [
      `https://127.0.0.1:${site.port}/dentro`,
      'http://169.254.169.254/',
      at('/foto.png'),
      '/foto.png',
    ]) {
      site.serve('/muda', (_request, response) => response.writeHead(status, { Location: to }).end('ali'))
      expect(await reasonOf(fetchImage(at('/muda')))).toBe('unreachable')
    }
    expect(new Set(site.requests)).toEqual(new Set(['/muda']))
  })

  test.each([204, 206, 403, 404, 500])('status %i', async (status) => {
    site.serve('/outra', (_request, response) =>
      response.writeHead(status).end(status === 204 ? '' : TINY_PNG),
    )
    expect(await reasonOf(fetchImage(at('/outra')))).toBe('unreachable')
  })

  test.each([
    ['does not begin', () => undefined],
    ['does not end', (response: import('node:http').ServerResponse) => response.write('a')],
  ])('one that %s is aborted, and its socket closed', async (_what, begin) => {
    const gone = new Promise((resolve) => {
      site.serve('/parado', (request, response) => {
        request.socket.once('close', resolve)
        begin(response)
      })
    })
    expect(await reasonOf(site.fetcher({ timeoutMs: 200 })(at('/parado')))).toBe('unreachable')
    await gone
  })

  test('one whose caller aborts', async () => {
    const leaving = new AbortController()
    site.serve('/parado', () => leaving.abort(new Error('foi embora')))
    await expect(fetchImage(at('/parado'), { signal: leaving.signal })).rejects.toThrow('foi embora')
    await expect(fetchImage(at('/foto.png'), { signal: leaving.signal })).rejects.toThrow('foi embora')
  })

  test('one with a large Content-Length is not read', async () => {
    site.serve('/enorme', (_request, response) => {
      response.writeHead(200, { 'Content-Length': String(LIMITS.uploadBytes + 1) })
      response.write(Buffer.alloc(1024))
    })
    expect(await reasonOf(fetchImage(at('/enorme')))).toBe('too-large')
  })

  test('one without a length is read up to five megabytes', async () => {
    let closed = false
    const chunk = Buffer.alloc(256 * 1024)
    site.serve('/sem-fim', (_request, response) => {
      response.on('close', () => {
        closed = true
      })
      const more = () => {
        while (!closed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    expect(await reasonOf(fetchImage(at('/sem-fim')))).toBe('too-large')
    await vi.waitFor(() => expect(closed).toBe(true))
    const whole = Buffer.alloc(LIMITS.uploadBytes, 7)
    site.serve('/inteira', whole)
    expect((await fetchImage(at('/inteira'))).length).toBe(LIMITS.uploadBytes)
  })

  test('one with an untrusted or wrong certificate', async () => {
    expect(await reasonOf(site.fetcher({ isTrusted: false })(at('/foto.png')))).toBe('unreachable')
    expect(await reasonOf(fetchImage('https://outro.exemplo.net/foto.png'))).toBe('unreachable')
    expect(site.requests).toEqual([])
  })

  test('one without TLS or without an answer', async () => {
    const plain = createServer((_request, response) => response.end(TINY_PNG))
    plain.listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const { port } = plain.address() as AddressInfo
    const resolve = async () => [{ address: PUBLIC_ADDRESS, family: 4 }]
    const settings = { resolve, ca: site.cert, dial: () => ({ address: '127.0.0.1', port }) }
    expect(await reasonOf(createRemoteImages(settings)(at('/foto.png')))).toBe('unreachable')
    const closed = once(plain, 'close')
    plain.close()
    plain.closeAllConnections()
    await closed
    expect(await reasonOf(createRemoteImages(settings)(at('/foto.png')))).toBe('unreachable')
  })
})
