import { spawn } from 'node:child_process'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { Enrolment } from '#shared/contract/second-factor.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { Authenticator } from '../testing/clients/authenticator.ts'
import { ChatClient } from '../testing/clients/chat-client.ts'
import { temporaryFolder } from '../testing/factories/backups.ts'
import { openAgentId } from '../testing/factories/conversation.ts'
import { saveCredential } from '../testing/factories/credentials.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { signUpAt } from '../testing/processes/process-fixture.ts'
import { hasRedis, startRedisServer } from '../testing/processes/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../testing/processes/server-process.ts'
import { TestClient } from '../testing/test-client.ts'

const PROGRAM = fileURLToPath(new URL('../../../scripts/operate.ts', import.meta.url))
const NEW = 'Outra-senha-de-quem-opera-2'

/** Runs `backup`, `restore` or `admin` as a user who pipes `input`. */
async function operate(args: string[], dataDir: string, input = '', variables = {}) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, APP_URL: 'http://localhost:4100', ...variables }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, output, said] = await Promise.all([ended, buffer(child.stdout), text(child.stderr)])
  return { code, output, said }
}

let server: ServerProcess
let owner: TestClient
beforeAll(async () => {
  server = await startServerProcess()
  owner = await signUpAt(server)
})
afterAll(() => server.close())

const visitor = () => new TestClient(() => server.url, server.url)
const linkIn = (output: Buffer): string => new URL(output.toString().trim()).searchParams.get('token') ?? ''

test('a backup of a running server restores to a working installation where users sign in', async () => {
  const talk = await ChatClient.open(owner, await openAgentId(owner))
  await talk.say('Quanto cobro pela mentoria?')
  await saveCredential(owner)
  // Another device, and the open link of a mail.
  const phone = visitor()
  await phone.signIn(owner)
  const { email } = owner
  const asked = await operate(['admin', 'reset', email], server.dataDir)
  const newPassword = { token: linkIn(asked.output), newPassword: NEW }
  const folder = await temporaryFolder()
  const [file, dataDir] = [join(folder, 'copia.tar.gz'), join(folder, 'data')]
  const copied = await operate(['backup', file], server.dataDir)
  expect([copied.code, copied.said]).toEqual([
    0,
    expect.stringMatching(/Cópia pronta: .*copia\.tar\.gz .*\n.*SECRET/),
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // The same on standard output.
  const piped = await operate(['backup', '-'], server.dataDir)
  expect(piped.output.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))

  // A rehearsal, beside the running server; a damaged one is refused.
  const scratch = await temporaryFolder()
  const checked = await operate(['restore', file, '--check'], server.dataDir, '', { TMPDIR: scratch })
  expect([checked.code, checked.said]).toEqual([
    0,
    expect.stringMatching(/^A cópia volta inteira: .* linhas de .* Nada foi alterado\.\n$/),
  ])
  const part = join(folder, 'parte.tar.gz')
  await writeFile(part, (await readFile(file)).subarray(0, -200))
  const damaged = await operate(['restore', part, '--check'], server.dataDir, '', { TMPDIR: scratch })
  expect([damaged.code, damaged.said]).toEqual([1, expect.stringContaining('não pode ser lida')])
  expect(await readdir(scratch)).toEqual([])
  const inUse = await operate(['restore', file, '--replace'], server.dataDir)
  expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('já está em uso')])
  const restored = await operate(['restore', file], dataDir)
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('outro segredo')])
  expect(restored.said).toContain('Todas as sessões da cópia foram encerradas (2)')
  await cp(join(server.dataDir, 'secret'), join(dataDir, 'secret'))

  const port = String(await freePort())
  const other = await startServerProcess({ DATA_DIR: dataDir, PORT: port })
  onTestFinished(other.close)
  const url = `http://127.0.0.1:${port}`
  const there = new TestClient(() => url, url)
  // With the installation's own secret, under which the cookies are still signed.
  for (const client of [owner, phone]) {
    expect((await client.get('/me')).status).toBe(200)
    expect((await client.at(url).get('/me')).status).toBe(401)
  }
  expect((await there.call('POST', '/api/auth/reset-password', newPassword)).status).toBe(400)
  expect((await there.signIn(owner)).status).toBe(200)
  expect(await new ChatClient(there, talk.chatId).list()).toEqual(await talk.list())
  const { data } = await there.get<{ status: string }[]>('/credentials')
  expect(JSON.stringify(data)).not.toContain('unreadable')
}, 120_000)

test('creates an administrator, who opens the account with a single-use link', async () => {
  const made = await operate(['admin', 'create', 'Chefe@Exemplo.com.br', 'Chefe da Casa'], server.dataDir)
  expect([made.code, made.said]).toEqual([0, expect.stringContaining('chefe@exemplo.com.br')])
  expect(made.output.toString()).toMatch(/^http:\/\/localhost:4100\/reset-password\?token=\S+\n$/)
  const token = linkIn(made.output)
  const reset = { token, newPassword: NEW }
  expect((await visitor().call('POST', '/api/auth/reset-password', reset)).status).toBe(200)
  expect((await visitor().call('POST', '/api/auth/reset-password', reset)).status).toBe(400)
  const chief = visitor()
  await chief.signIn({ email: 'chefe@exemplo.com.br', password: NEW })
  const { items } = (await chief.get<AuditPage>('/audit/admin')).data
  expect(items[0]).toMatchObject({ action: 'user.password-link', actorId: null, details: { by: 'terminal' } })
  expect(items[1]).toMatchObject({
    action: 'user.create',
    subjectName: 'Chefe da Casa',
    after: { role: 'admin' },
  })
  const again = await operate(['admin', 'create', 'chefe@exemplo.com.br', 'Outro'], server.dataDir)
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('já existe uma conta')])
}, 120_000)

test('promotes an account, and sets a password without arguments', async () => {
  const bia = await signUpAt(server)
  const promoted = await operate(['admin', 'promote', bia.email], server.dataDir)
  expect(promoted.code).toBe(0)
  // An earlier session does not get the new role.
  expect((await bia.get('/me')).status).toBe(401)
  await bia.signIn(bia)
  expect((await bia.get('/audit/admin')).status).toBe(200)

  const weak = await operate(['admin', 'reset', bia.email, '--password'], server.dataDir, 'Senha1234\n')
  expect([weak.code, weak.said]).toEqual([1, expect.stringContaining('fácil de adivinhar')])
  const changed = await operate(['admin', 'reset', bia.email, '--password'], server.dataDir, `${NEW}\n`)
  expect([changed.code, `${changed.said}${changed.output}`]).toEqual([0, expect.not.stringContaining(NEW)])
  expect((await bia.get('/me')).status).toBe(401)
  expect((await visitor().signIn(bia)).status).toBe(401)
  expect((await visitor().signIn({ email: bia.email, password: NEW })).status).toBe(200)
}, 120_000)

test('removes the second factors of somebody who lost their phone, and ends their sessions', async () => {
  const bia = await signUpAt(server)
  const { body } = await bia.call('POST', '/api/auth/two-factor/enable', { password: bia.password })
  const phone = new Authenticator((body as Enrolment).totpURI)
  await bia.call('POST', '/api/auth/two-factor/verify-totp', { code: await phone.code() })
  expect((await visitor().signIn(bia)).body).toMatchObject({ twoFactorRedirect: true })

  const reset = () => operate(['admin', 'reset-factor', bia.email], server.dataDir)
  expect((await reset()).code).toBe(0)
  expect((await bia.get('/me')).status).toBe(401)
  expect((await visitor().signIn(bia)).body).toMatchObject({ user: { email: bia.email } })
  const { data } = await owner.get<AuditPage>('/audit/admin')
  expect(data.items[0]).toMatchObject({
    action: 'user.reset-factor',
    actorName: 'Terminal do servidor',
    details: { by: 'terminal' },
  })
  expect(await reset()).toMatchObject({ code: 1, said: expect.stringContaining('não tem verificação') })
}, 120_000)

test('confirms and changes an address, while the server runs', async () => {
  const bia = await signUpAt(server)
  const call = (...words: string[]) => operate(['admin', ...words], server.dataDir)
  expect(await call('confirm', bia.email)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/confirmado/),
  })
  expect(await call('confirm', bia.email)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/já estava/),
  })
  const to = `novo-${bia.email}`
  expect(await call('email', bia.email, to)).toMatchObject({ code: 0, said: expect.stringContaining(to) })
  expect((await bia.get('/me')).status).toBe(401)
  expect((await visitor().signIn({ ...bia, email: to })).body).toMatchObject({
    user: { email: to, emailVerified: true },
  })
  const { data } = await owner.get<AuditPage>('/audit/admin')
  expect(data.items.slice(0, 2)).toMatchObject([
    { action: 'user.change-email', actorName: 'Terminal do servidor', after: { email: to } },
    { action: 'user.confirm-email', actorName: 'Terminal do servidor' },
  ])
  expect(await call('email', to, to)).toMatchObject({ code: 1 })
  expect(await call('email', to, 'sem-arroba')).toMatchObject({ code: 1 })
}, 120_000)

test('gives a plan until a day, and ends it, while the server runs', async () => {
  const bia = await signUpAt(server)
  const plan = (...words: string[]) => operate(['admin', 'plan', bia.email, ...words], server.dataDir)
  const counting = async () => (await bia.get<MySubscription>('/me/subscription')).data
  expect(await plan('criador', '2031-11-30')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Criador'),
  })
  const end = '2031-12-01T02:59:59.999Z'
  expect(await counting()).toMatchObject({ provider: 'manual', state: 'ending', currentPeriodEnd: end })
  expect((await owner.get<AuditPage>('/audit/admin')).data.items[0]).toMatchObject({
    ...{ action: 'user.set-plan', actorName: 'Terminal do servidor' },
    after: { plan: 'Criador', planUntil: end },
  })
  expect(await plan('Criador', '2020-01-01')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/passou/),
  })
  expect(await plan('Ouro')).toMatchObject({ code: 1, said: expect.stringMatching(/não há um plano/) })
  expect((await plan('Gratuito')).code).toBe(0)
  expect(await counting()).toMatchObject({ provider: 'auto' })
}, 120_000)

test.skipIf(!hasRedis)(
  'a new password opens the account at once, however often the old one was missed',
  async () => {
    const redis = await startRedisServer()
    onTestFinished(redis.close)
    const shared = await startServerProcess({ REDIS_URL: redis.url, RATE_LIMITS: 'on' })
    onTestFinished(shared.close)
    const bia = await signUpAt(shared)
    const there = () => new TestClient(() => shared.url, shared.url)
    await vi.waitFor(
      async () =>
        expect((await there().signIn({ email: bia.email, password: 'nao-e-esta-senha' })).status).toBe(429),
      { timeout: 20_000 },
    )
    const reset = ['admin', 'reset', bia.email, '--password']
    const changed = await operate(reset, shared.dataDir, `${NEW}\n`, { REDIS_URL: redis.url })
    expect(changed.code).toBe(0)
    expect((await there().signIn({ email: bia.email, password: NEW })).status).toBe(200)
    await redis.kill()
    const without = await operate(reset, shared.dataDir, `${NEW}\n`, { REDIS_URL: redis.url })
    expect([without.code, without.said]).toEqual([0, expect.stringContaining('O Redis não respondeu')])
  },
  120_000,
)

test('failures print one line', async () => {
  const cases: [args: string[], code: number, line: string][] = [
    [['admin', 'reset', 'ninguem@exemplo.com.br'], 1, 'não há nenhuma conta'],
    [['admin', 'create', 'ana@exemplo.com.br'], 2, 'Uso, '],
    [['backup', '--senha'], 2, 'Uso, '],
    [['backup', '/nao/existe/copia.tar.gz'], 1, 'não pode ser escrito (ENOENT)'],
    [['restore', '/nao/existe.tar.gz'], 1, 'não pode ser lido'],
  ]
  for (const [args, code, line] of cases) {
    const ended = await operate(args, server.dataDir)
    expect([ended.code, ended.said]).toEqual([code, expect.stringContaining(line)])
  }
})

test('an unreachable database is not reported as an unwritable file', async () => {
  const path = join(await temporaryFolder(), 'copia.tar.gz')
  const variables = { DATABASE_URL: 'postgres://elenco@127.0.0.1:1/elenco' }
  const { code, said } = await operate(['backup', path], server.dataDir, '', variables)
  expect([code, said]).toEqual([1, expect.stringContaining('usar o banco de dados (ECONNREFUSED)')])
})

test('a folder without an installation stays unchanged', async () => {
  const folder = join(await temporaryFolder(), 'data')
  const { code, said } = await operate(['backup'], folder)
  expect([code, said]).toEqual([1, expect.stringContaining('não há instalação')])
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})

test('the created administrator claims the installation for good', async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  const made = await operate(
    ['admin', 'create', 'a@exemplo.com.br', 'Ana', '--password'],
    dataDir,
    `${NEW}\n`,
  )
  expect([made.code, made.output.length]).toEqual([0, 0])
  expect(made.said).not.toContain(NEW)
  const port = String(await freePort())
  const started = await startServerProcess({ DATA_DIR: dataDir, PORT: port })
  onTestFinished(started.close)
  expect(started.logs.join('\n')).not.toContain('setup=')
  const url = `http://127.0.0.1:${port}`
  const [first, second] = [new TestClient(() => url, url), new TestClient(() => url, url)]
  await second.signUp({ name: 'Bia', email: 'b@exemplo.com.br', password: 'senha-segura-1' })
  expect((await second.get('/audit/admin')).status).toBe(403)
  expect((await first.signIn({ email: 'a@exemplo.com.br', password: NEW })).status).toBe(200)
  expect((await first.get('/audit/admin')).status).toBe(200)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toHaveLength(64)
}, 120_000)
