import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../db/schema/index.ts'
import { requestFrom } from '../testing/clients/request-from.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

/** The address that the limits count for a call from an address of this machine. */
async function countedFor(headers: Record<string, string>, from = '127.0.0.1'): Promise<string | undefined> {
  const { db } = app.server.deps
  await db.delete(rateLimits)
  await requestFrom(from, `${app.baseUrl}/api/auth/reset-password/nenhum`, { headers })
  const rows = await db.select().from(rateLimits)
  return rows.map(({ key }) => key.split('|')[0] ?? '').find((key) => !key.includes('/'))
}

const forwarded = (entries: string) => ({ 'X-Forwarded-For': entries })
const network = (groups: string) => `${groups}${':0000'.repeat(8 - groups.split(':').length)}`

const warnings = () =>
  app.logs.filter((line) => /TRUST_PROXY|X-Forwarded-For/.test(line)).map((line) => JSON.parse(line))

/** Restarts with this setting, and forgets earlier log lines. */
async function trust(TRUST_PROXY: string): Promise<void> {
  await app.restart({ TRUST_PROXY })
  app.logs.length = 0
}

describe('the address of a client', () => {
  test('is the socket’s without a proxy, whatever the headers say; one line tells what to set', async () => {
    await trust('')
    expect(await countedFor({})).toBe('127.0.0.1')
    expect(warnings()).toEqual([])
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
      expect([name, await countedFor({ [name]: '187.45.1.2' })]).toEqual([name, '127.0.0.1'])
    }
    expect(warnings()).toMatchObject([
      { level: 40, header: 'X-Forwarded-For', peer: 'private', msg: expect.stringContaining('TRUST_PROXY') },
    ])
    expect(app.logs.join()).not.toContain('187.45.1.2')
  })

  test.each(['true', 'on', '1'])('TRUST_PROXY=%s trusts the last entry only', async (setting) => {
    await trust(setting)
    for (const [entries, address] of [
      ['187.45.1.2', '187.45.1.2'],
      ['10.0.0.1, 187.45.1.2', '187.45.1.2'],
      ['187.45.1.2:5000', '187.45.1.2'],
      // IPv6 as its network, because a client controls all of its addresses.
      ['[2804:14c:1:2:3::1]:443', network('2804:014c:0001:0002')],
      ['fe80::1%eth0', network('fe80')],
      ['::ffff:187.45.1.2', '187.45.1.2'],
      ['::FFFF:bb2d:102', '187.45.1.2'],
    ] as const) {
      expect([entries, await countedFor(forwarded(entries))]).toEqual([entries, address])
    }
    expect(warnings()).toEqual([])
    for (const entries of ['lixo', '187.45.1.2, ', '0x7f.1', '['.repeat(8_000), ',', '187.45.1.2,lixo']) {
      expect(await countedFor(forwarded(entries))).toBe('127.0.0.1')
    }
    expect(await countedFor({ 'X-Real-IP': '187.45.1.2' })).toBe('127.0.0.1')
    expect(warnings()).toMatchObject([{ header: 'X-Forwarded-For', msg: expect.stringMatching(/append/) }])
  })

  test('with two proxies is the entry before the last, or the only one', async () => {
    await trust('2')
    expect(await countedFor(forwarded('1.1.1.1, 187.45.1.2, 200.1.2.3'))).toBe('187.45.1.2')
    expect(await countedFor(forwarded('187.45.1.2'))).toBe('187.45.1.2')
    expect(await countedFor(forwarded('lixo, 200.1.2.3'))).toBe('200.1.2.3')
    expect(warnings()).toEqual([])
  })

  test('a proxy in front of the only trusted one is noticed', async () => {
    await trust('1')
    expect(await countedFor(forwarded('187.45.1.2, 172.18.0.1'))).toBe('172.18.0.1')
    expect(await countedFor(forwarded('187.45.1.3, 172.18.0.1'))).toBe('172.18.0.1')
    expect(warnings()).toMatchObject([{ msg: expect.stringContaining('number of all proxies') }])
  })

  test('with CIDRs is the last entry that is not a trusted proxy’s', async () => {
    await trust('127.0.0.2, 10.0.0.0/8,2001:db8::/32')
    const of = (entries: string, from = '127.0.0.2') => countedFor(forwarded(entries), from)
    expect(await of('1.1.1.1, 187.45.1.2, 10.1.2.3')).toBe('187.45.1.2')
    expect(await of('1.1.1.1, 187.45.1.2, 2001:db8::7, ::ffff:10.0.0.1')).toBe('187.45.1.2')
    // Only proxies: the first of them asks for itself.
    expect(await of('10.0.0.9, 10.0.0.1')).toBe('10.0.0.9')
    expect(warnings()).toEqual([])
    // The same header from another address of this machine.
    expect(await of('187.45.1.2', '127.0.0.3')).toBe('127.0.0.3')
    expect(await of('187.45.1.9', '127.0.0.3')).toBe('127.0.0.3')
    expect(warnings()).toMatchObject([{ msg: expect.stringContaining('does not name') }])
    expect(await of('187.45.1.2, lixo, 10.0.0.1')).toBe('10.0.0.1')
    // Read only as far as a chain of proxies can be.
    expect(await of(Array(1_500).fill('10.0.0.1').join(','))).toBe('10.0.0.1')
  })

  test('is IPv4 on a socket that also takes IPv6', async () => {
    await app.restart({ TRUST_PROXY: '127.0.0.0/8', HOST: '::' })
    const url = app.baseUrl.replace('//:::', '//127.0.0.1:')
    const { db } = app.server.deps
    const counted = async (from: string, headers: Record<string, string>) => {
      await db.delete(rateLimits)
      await requestFrom(from, `${url}/api/auth/reset-password/nenhum`, { headers })
      return (await db.select().from(rateLimits)).map(({ key }) => key)
    }
    expect(await counted('127.0.0.2', forwarded('187.45.1.2'))).toEqual(['187.45.1.2|/reset-password/*'])
    expect(await counted('127.0.0.2', {})).toEqual(['127.0.0.2|/reset-password/*'])
    await app.restart({ HOST: '127.0.0.1' })
  })
})
