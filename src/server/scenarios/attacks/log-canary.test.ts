import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { agents } from '../../db/schema/index.ts'
import { createLogger } from '../../log.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { assertNoSecrets } from '../../testing/secrets.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const KEY = 'sk-proj-canario-0123456789abcdef'
const OWN_KEY = 'sk-propria-canario-fedcba9876543210'
const WORDS = 'Meu lançamento secreto "fatura" 250 mil\nem março, ninguém pode saber.'

/** A typical day's traffic, including failures. */
async function live(app: TestApp): Promise<{ password: string; cookie: string }> {
  const ana = await app.signUp('Ana Confidencial')
  const chatId = await openChat(ana, await openAgentId(ana))
  const say = (content = WORDS) => ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage(content))
  await (await say()).text()
  // A user's own key that is accepted, used and refused in every way.
  const own = { name: 'Chave confidencial', provider: 'openai', allowsFallback: true }
  for (const end of ['', '[[status=401]]', '[[status=500]]', '[[revoked]]']) {
    await ana.post('/credentials', { ...own, isActive: true, credentials: OWN_KEY + end })
    await (await say()).text()
  }
  await ana.post('/credentials', `{"credentials":"${OWN_KEY}`)
  const [first] = (await ana.get<{ items: { id: string }[] }>('/credentials')).data.items
  await ana.call('PATCH', `/api/v1/credentials/${first?.id}`, { credentials: `${OWN_KEY} ` })
  await ana.call('DELETE', `/api/v1/credentials/${first?.id}`)
  app.provider.script(
    { kind: 'status', status: 401 },
    { kind: 'error', after: 1 },
    { kind: 'cut', after: 1, how: 'reset' },
    { kind: 'malformed', after: 1 },
  )
  for (let index = 0; index < 4; index += 1) await (await say()).text()
  await ana.call('POST', `/api/v1/chats/${chatId}/messages`, { id: 'x', content: WORDS, role: WORDS })
  await ana.call('POST', '/api/v1/chats', `{"agentId":"${WORDS}`)
  await ana.call('POST', '/api/auth/update-user', { name: 'Ana Confidencial', bio: WORDS, image: WORDS })
  await ana.call('GET', `/api/v1/agents?q=${encodeURIComponent(WORDS)}`)
  await app.visitor().signIn({ email: ana.email, password: 'senha-errada-mas-quase' })
  await ana.call('GET', `/api/auth/reset-password/${'aB3'.repeat(8)}`)
  await ana.call('GET', `/api/v1/chats/${chatId}?token=${KEY}`, undefined, { Authorization: `Bearer ${KEY}` })
  const { password, cookie } = ana
  await app.dropDatabase()
  await (await say()).text()
  await app.visitor().signIn({ email: ana.email, password })
  return { password, cookie }
}

describe('A48 canary secrets', { timeout: 120_000 }, () => {
  test('are not in the log after a day with every failure: keys, passwords, cookies, tokens, texts', async () => {
    const app = await createTestApp({ OPENAI_API_KEY: KEY, APP_URL: 'http://elenco.exemplo' })
    const { password, cookie } = await live(app)
    await app.close()
    expect(app.logs.length).toBeGreaterThan(20)
    // Checks that every kind of secret was really planted.
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0]
    const setup = new URL(app.server.setupUrl ?? 'x:').searchParams.get('setup')
    const planted = [
      KEY,
      OWN_KEY,
      password,
      token,
      setup,
      WORDS.slice(0, 40),
      'Ana Confidencial',
      'senha-errada-mas-quase',
    ]
    expect(app.secrets.probes).toEqual(expect.arrayContaining(planted))
    expect(app.logs.join('')).not.toContain('aB3aB3')
  })

  test('closing a test app fails if a planted secret is in its log', async () => {
    const app = await createTestApp({ OPENAI_API_KEY: KEY })
    const [agent] = await app.server.deps.db.select().from(agents).limit(1)
    const { password, cookie } = await live(app)
    const leaks = {
      'a key': { settings: { apiKey: KEY } },
      'a key of one’s own': { headers: { authorization: `Bearer ${OWN_KEY}` } },
      'a password': { tried: `with ${password}` },
      'a cookie': { headers: { cookie } },
      'a token': { token: decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] },
      'words in a body': { body: { content: WORDS } },
      'the beginning of words': { body: WORDS.slice(0, 45) },
      'the end of words': { body: WORDS.slice(-45) },
      'what an agent is told': { system: agent?.systemPrompt },
      'an address': { to: 'pessoa1@exemplo.com.br' },
    }
    const { logs, secrets } = app
    for (const [what, line] of Object.entries(leaks)) {
      const from = logs.length
      app.server.deps.log.warn(line, 'a leak')
      expect(() => assertNoSecrets(logs, secrets.probes), what).toThrow('a log line holds what it must not')
      logs.length = from
      assertNoSecrets(logs, secrets.probes)
    }
    app.server.deps.log.warn({ body: WORDS }, 'a leak')
    await expect(app.close()).rejects.toThrow('a log line holds what it must not')
  })

  test('known secrets are removed from a log line, whichever code wrote it', () => {
    const lines: string[] = []
    const secrets = [KEY, 'senha"com\\aspas']
    const log = createLogger('info', { destination: { write: (line: string) => lines.push(line) }, secrets })
    const quoting = new Error(`Headers.append: "Bearer ${KEY}" is an invalid header value.`)
    log.error({ err: quoting, password: secrets[1], other: randomUUID() }, `with ${KEY} and ${KEY}`)
    assertNoSecrets(lines, secrets)
    expect(lines.join('').match(/\[oculto\]/g)).toHaveLength(4)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'with [oculto] and [oculto]' })
  })

  test('an error is logged by type and stack, without the database’s message', () => {
    const lines: string[] = []
    const log = createLogger('info', { destination: { write: (line: string) => lines.push(line) } })
    const cause = Object.assign(new Error(`duplicate key (${WORDS})`), {
      severity: 'ERROR',
      detail: WORDS,
      code: '23505',
    })
    const error = Object.assign(new Error(`Failed query: ${WORDS}`, { cause }), {
      query: WORDS,
      params: [WORDS],
    })
    log.error({ err: error }, 'request failed')
    log.error({ err: new SyntaxError(`Unexpected token in ${WORDS}`) }, 'request failed')
    log.error({ err: WORDS }, 'request failed')
    assertNoSecrets(lines, [WORDS.slice(0, 12)])
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ type: 'Error', cause: { code: '23505' } })
  })

  test('a log entry is one line, whatever it contains', async () => {
    const app = await createTestApp()
    await app.visitor().call('GET', '/api/x%0a%7B%22level%22%3A60%7D%0d%0a')
    await app.close()
    for (const line of app.logs) {
      expect(line.endsWith('\n')).toBe(true)
      expect(line.trimEnd()).not.toMatch(/[\r\n]/)
      expect(JSON.parse(line).level).toBeLessThan(60)
    }
  })
})
