import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Env, readEnv } from '../../env.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startMailServer } from '../../testing/doubles/mail-server.ts'
import { startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import { startS3Double } from '../../testing/doubles/s3-double.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { hasRedis, startRedisServer } from '../../testing/processes/redis-server.ts'
import { checked } from './check.ts'
import { checkClock } from './database.ts'
import { runDoctor } from './doctor.ts'
import { checkNode, checkPort } from './machine.ts'

const PROGRAM = fileURLToPath(new URL('../../../../scripts/operate.ts', import.meta.url))

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-data-'))
  database = await createTestDatabase(inject('adminUrl'), inject('template'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The findings by name, and the verdict. */
async function examined(variables: Record<string, string>) {
  const lines: string[] = []
  const env = readEnv({ DATA_DIR: folder, PORT: String(await freePort()), ...variables })
  const isWell = await runDoctor(env, { print: (line) => void lines.push(line) }, async () => env.secret)
  const found = lines.slice(0, -1).map((line) => {
    const [, verdict, name = '', said] = /^(ok|falha) +([^:]+): (.*)$/.exec(line) ?? []
    return [name, `${verdict} ${said}`]
  })
  return { isWell, last: lines.at(-1), ...Object.fromEntries(found) } as Record<string, unknown>
}

test('with nothing configured it runs on a fresh machine, and leaves nothing', async () => {
  const dataDir = join(folder, 'new')
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, TMPDIR: folder, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const child = spawn(process.execPath, [PROGRAM, 'doctor'], { env })
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect([code, said]).toEqual([0, ''])
  expect(printed).toMatch(/^ok {4}Banco de dados: PostgreSQL 18.*o embutido funciona aqui$/m)
  expect(printed).toMatch(/^ok {4}Modelo: .*demonstração$/m)
  expect(printed.trim().split('\n').at(-1)).toBe('Tudo certo.')
  expect(await readdir(folder)).toEqual([])
  const commands = globSync('/proc/[0-9]*/cwd')
  expect(commands.filter((path) => path.includes(folder))).toEqual([])
}, 240_000)

test('everything that is configured and works is ok', async () => {
  const provider = await startProviderDouble(0, 0)
  onTestFinished(() => provider.close())
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const store = await startS3Double()
  onTestFinished(() => store.close())
  const redis = hasRedis ? await startRedisServer() : undefined
  if (redis) onTestFinished(() => redis.close())
  const all = await examined({
    ...{ DATABASE_URL: database.url, SMTP_URL: mail.url, ...store.variables },
    ...(redis && { REDIS_URL: redis.url }),
    ...{ OPENAI_BASE_URL: provider.openaiBaseUrl, OPENAI_MODEL: 'local-1' },
    ...{
      GOOGLE_BASE_URL: provider.googleBaseUrl,
      GOOGLE_API_KEY: 'chave-do-google',
      GOOGLE_MODEL: 'gemini-1',
    },
    ...{ APP_URL: 'https://elenco.exemplo.com.br', TRUST_PROXY: '1', SECRET: 's'.repeat(32) },
  })
  expect(all).toMatchObject({
    isWell: true,
    last: 'Tudo certo.',
    'Banco de dados': expect.stringMatching(/^ok PostgreSQL \d+.*, \d+ migrações$/),
    Relógio: 'ok igual ao do banco de dados',
    'E-mail': expect.stringMatching(/^ok .* aceita a conexão$/),
    Arquivos: expect.stringMatching(/^ok .* grava, lê e apaga$/),
    'Modelo openai': 'ok local-1 responde',
    'Modelo google': 'ok gemini-1 responde',
  })
  expect(all.Redis).toMatch(redis ? /^ok Redis \d/ : /^ok nenhum/)
  // It sends no mail, and leaves no file.
  expect([mail.mails, store.objects.size, provider.requests.length]).toEqual([[], 0, 2])
}, 120_000)

test('each problem is one sentence with its remedy, in the other program’s own words, without keys', async () => {
  const provider = await startProviderDouble(0, 0)
  onTestFinished(() => provider.close())
  const says = 'Incorrect API key provided: sk-canario-do-doutor. You can find your\nkey at example.com.'
  provider.setDefault({ kind: 'status', status: 401, says })
  const store = await startS3Double()
  onTestFinished(() => store.close())
  const dead = `127.0.0.1:${await freePort()}`
  const taken = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const port = String(Object(taken.address()).port)
  const all = await examined({
    ...{ DATABASE_URL: `postgres://elenco:senha-do-banco@${dead}/elenco`, REDIS_URL: `redis://${dead}` },
    ...{ SMTP_URL: `smtp://${dead}`, PORT: port, ...store.variables, S3_SECRET_ACCESS_KEY: 'outra-chave' },
    ...{
      OPENAI_BASE_URL: provider.openaiBaseUrl,
      OPENAI_API_KEY: 'sk-canario-do-doutor',
      OPENAI_MODEL: 'gpt-1',
    },
    APP_URL: 'https://elenco.exemplo.com.br',
  })
  expect(all).toMatchObject({
    isWell: false,
    last: 'Para resolver: 8.',
    Porta: `falha a porta ${port} está em uso por outro programa; encerre-o ou escolha outra com PORT`,
    Proxies: expect.stringMatching(/^falha APP_URL é https.*TRUST_PROXY/),
    'Banco de dados':
      'falha o servidor não responde (ECONNREFUSED); confira endereço e porta em DATABASE_URL',
    Relógio: expect.stringMatching(/^falha sem o banco de dados/),
    Redis: 'falha o Redis não responde (ECONNREFUSED); confira endereço e porta em REDIS_URL',
    'E-mail': expect.stringMatching(/^falha o servidor de e-mail .*ECONNREFUSED.*; confira SMTP_URL$/),
    Arquivos: expect.stringMatching(/^falha o armazenamento recusou PUT \(403\); confira as chaves S3_/),
    'Modelo openai': expect.stringContaining(
      '(401): «Incorrect API key provided: [oculto]. You can find your key at example.com.',
    ),
  })
  expect(JSON.stringify(all)).not.toMatch(/canario|senha-do-banco|outra-chave/)
}, 120_000)

test('a database of a newer version, of another secret, or one that does not exist, is said', async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  const newer = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2) returning id'
  const { rows } = await client.query(newer, ['x', Date.now() * 2])
  const { 'Banco de dados': found } = await examined({ DATABASE_URL: database.url })
  await client.query('delete from drizzle.__drizzle_migrations where id = $1', [rows[0].id])
  await client.query("update installation set secret_key_id = 'outro'")
  const { 'Banco de dados': other } = await examined({ DATABASE_URL: database.url, SECRET: 's'.repeat(32) })
  expect(other).toMatch(/^falha o SECRET desta instância não é o das outras/)
  await client.query('update installation set secret_key_id = null')
  await client.end()
  expect(found).toMatch(/^falha o banco de dados é de uma versão mais nova do Elenco/)
  const missing = new URL(database.url)
  missing.pathname = '/nenhum_banco'
  expect((await examined({ DATABASE_URL: missing.href }))['Banco de dados']).toMatch(/crie-o com createdb$/)
})

test('without OPENAI_MODEL it names the model that the server offers, or asks for a name', async () => {
  const provider = await startProviderDouble(0, 0)
  onTestFinished(() => provider.close())
  const database_ = { DATABASE_URL: database.url }
  const found = await examined({ ...database_, OPENAI_BASE_URL: provider.openaiBaseUrl })
  expect(found['Modelo openai']).toBe(
    'ok modelo-do-servidor responde; é o primeiro que o servidor oferece, porque OPENAI_MODEL não diz um modelo',
  )
  const missing = await examined({ ...database_, OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` })
  expect(missing['Modelo openai']).toBe(
    'falha OPENAI_MODEL não diz um modelo, e o servidor de OPENAI_BASE_URL não disse qual usar (ECONNREFUSED); escreva o nome em OPENAI_MODEL',
  )
}, 120_000)

test('a check that hangs ends in its time', async () => {
  expect(await checked('Redis', 50, () => new Promise(() => {}))).toEqual({
    name: 'Redis',
    problem: expect.stringMatching(/^não respondeu em \d+ s; /),
  })
})

test('an old Node and a wrong clock are said, and an Elenco on its own port is none', async () => {
  await expect(checkNode('22.1.0')).rejects.toThrow(/precisa|Node 24.*npm ci/)
  await expect(checkClock(1_000_000, 1_090_000)).rejects.toThrow(/está 90 s adiantado .*NTP/)
  await expect(checkClock(1_000_000, 999_000)).resolves.toContain('igual')
  const elenco = createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 16\r\n\r\n{"success":true}'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void elenco.close())
  await once(elenco, 'listening')
  const env: Pick<Env, 'port' | 'host'> = { port: Object(elenco.address()).port, host: 'localhost' }
  await expect(checkPort(env)).resolves.toContain('um Elenco no ar')
})
