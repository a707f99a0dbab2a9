import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pdfFile, wordFile } from '../testing/factories/attachment-files.ts'
import { TINY_PNG } from '../testing/factories/images.ts'
import { runWorker, workerOptions } from './run-worker.ts'

// Each program runs in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const LIMITS = { heapMegabytes: 64, memoryMegabytes: 400, processorMs: 30_000 }
const REST = { timeoutMs: 60_000, maxOutputBytes: 100_000 }
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
let secret: string
let tcp: Server
let pipe: Server
let connections = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-worker-'))
  secret = join(await mkdtemp(join(tmpdir(), 'elenco-secret-')), 'secret')
  await writeFile(secret, 'segredo')
  const listening = async (at: number | string) => {
    const server = createServer((socket) => {
      connections += 1
      socket.on('error', () => {}).end()
    })
    await once(server.listen(at), 'listening')
    return server
  }
  tcp = await listening(0)
  pipe = await listening(join(folder, 'socket'))
})
afterAll(async () => {
  tcp.close()
  pipe.close()
  await rm(folder, { recursive: true })
  await rm(join(secret, '..'), { recursive: true })
})

/** What code inside the process tries; each is a function body with `secret`, `port` and `socket`. */
const ATTEMPTS: Record<string, string> = {
  'read a file': `(await import('node:fs')).readFileSync(secret)`,
  'read a file of the system': `(await import('node:fs')).readFileSync('/etc/passwd')`,
  'read a file beside the sources, as .env is': `(await import('node:fs')).readFileSync(${JSON.stringify(`${ROOT}vitest.config.ts`)})`,
  'read the rest of the server': `(await import('node:fs')).readFileSync(${JSON.stringify(`${ROOT}src/server/main.ts`)})`,
  'read its own environment': `(await import('node:fs')).readFileSync('/proc/self/environ')`,
  'read the server’s environment': `(await import('node:fs')).readFileSync('/proc/' + process.ppid + '/environ')`,
  'list a folder': `(await import('node:fs')).readdirSync('/')`,
  'load settings': `process.loadEnvFile(secret)`,
  'write a file': `(await import('node:fs')).writeFileSync(secret + '-2', 'x')`,
  'write a heap snapshot': `(await import('node:v8')).writeHeapSnapshot(secret + '-3')`,
  'write a database': `new (await import('node:sqlite')).DatabaseSync(secret + '-4').exec('create table t (a)')`,
  'start a program': `if ((await import('node:child_process')).spawnSync('true').error) throw 'not started'`,
  'start a thread': `new (await import('node:worker_threads')).Worker('', { eval: true })`,
  'start a thread for loaders': `(await import('node:module')).register('data:text/javascript,')`,
  'load native code': `process.dlopen({ exports: {} }, ${JSON.stringify(process.execPath)})`,
  'run WASI': `new (await import('node:wasi')).WASI({ version: 'preview1' })`,
  'use internal modules': `process.binding('tcp_wrap')`,
  connect: `await answered((await import('node:net')).connect(port))`,
  'connect, by another way to the module': `await answered(process.getBuiltinModule('net').createConnection(port))`,
  'connect to a socket in a folder': `await answered((await import('node:net')).connect(socket))`,
  'listen to a port': `await listening((await import('node:net')).createServer().listen(0))`,
  'listen to a port, by the older name': `
    const server = (await import('node:net')).createServer()
    server._listen2('127.0.0.1', 0, 4, 1)
    server.close()`,
  'ask by HTTP': `await answered((await import('node:http')).get({ port }))`,
  'ask by HTTPS': `await answered((await import('node:https')).get({ port }))`,
  'connect by TLS': `await answered((await import('node:tls')).connect(port))`,
  'connect by HTTP/2': `await answered((await import('node:http2')).connect('http://127.0.0.1:' + port))`,
  fetch: `await fetch('http://127.0.0.1:' + port)`,
  'open a web socket': `await answered(new WebSocket('ws://127.0.0.1:' + port))`,
  'send a datagram': `(await import('node:dgram')).createSocket('udp4').close()`,
  'look a name up': `await (await import('node:dns/promises')).lookup('localhost')`,
  'ask a name server': `(await import('node:dns')).resolve4('localhost', () => {})`,
  'ask another name server': `new (await import('node:dns')).Resolver()`,
  'open the debugger': `(await import('node:inspector')).open(0)`,
  'signal the server': `process.kill(process.ppid, 0)`,
  'change the priority of the server': `
    const os = await import('node:os')
    os.setPriority(process.ppid, os.getPriority(process.ppid))`,
}

/** Every error counts as a refusal, but those of a network, which show that it was reached. */
const PROGRAM = `
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
const { secret, port, socket } = JSON.parse(await text(process.stdin))
const answered = async (it) => {
  if (it instanceof EventTarget) return new Promise((resolve) => { it.onopen = it.onerror = resolve })
  await Promise.race(['connect', 'response', 'error'].map((name) => once(it, name).catch((error) => {
    if (!/^(ECONN|EPROTO|HPE_|ERR_SSL|ERR_HTTP2)/.test(error.code)) throw error
  })))
}
const listening = (server) => once(server, 'listening').then(() => server.close())
const attempts = {
${Object.entries(ATTEMPTS)
  .map(([name, body]) => `  ${JSON.stringify(name)}: async () => { ${body} },`)
  .join('\n')}
}
const done = []
for (const [name, attempt] of Object.entries(attempts)) {
  try { await attempt(); done.push(name) } catch (error) {
    if (error.cause?.code?.startsWith('UND_ERR_')) done.push(name)
  }
}
process.stdout.write(JSON.stringify({ done, env: process.env }), () => process.exit())
`

async function attemptAll(hasAddons: boolean) {
  const program = join(folder, 'attempts.mjs')
  await writeFile(program, PROGRAM)
  const input = Buffer.from(
    JSON.stringify({ secret, port: Object(tcp.address()).port, socket: pipe.address() }),
  )
  const { output } = await runWorker({ program, hasAddons, input, ...LIMITS, ...REST })
  return { ...JSON.parse(output.toString()), program, input }
}

describe('A30 a program that reads files', () => {
  test.each([false, true])('reaches nothing else: native code %s', async (hasAddons) => {
    vi.stubEnv('DATABASE_URL', 'postgres://elenco:segredo@banco/elenco')
    connections = 0
    const { done, env } = await attemptAll(hasAddons)
    expect([done, env, connections]).toEqual([[], {}, 0])
  })

  test('could do all of that without the confinement', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://elenco:segredo@banco/elenco')
    connections = 0
    const { program, input } = await attemptAll(false)
    const child = promisify(execFile)(process.execPath, [program])
    child.child.stdin?.end(input)
    const { done, env } = JSON.parse((await child).stdout)
    const impossible = ['load settings', 'load native code']
    expect(done).toEqual(
      expect.arrayContaining(Object.keys(ATTEMPTS).filter((it) => !impossible.includes(it))),
    )
    expect(env.DATABASE_URL).toContain('segredo')
    expect(connections).toBeGreaterThan(5)
  })

  // Prints the permissions at the time of the result.
  const REPORT = `data:text/javascript,${encodeURIComponent(`
    const { write } = process.stdout
    process.stdout.write = function (...output) {
      process.stdout.write = write
      const { permission } = process
      const has = [permission.has('fs.read', process.argv[1]), permission.has('addon'), permission.has('worker')]
      write.call(this, JSON.stringify(has) + '\\n')
      return write.apply(this, output)
    }`)}`

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array, string[]?]>([
    ['a photo', 'features/uploads/photo-worker.ts', () => TINY_PNG],
    ['an image', 'files/reading/worker.ts', () => TINY_PNG],
    ['a PDF', 'files/reading/worker.ts', () => pdfFile(['Olá'])],
    ['a Word document', 'files/reading/worker.ts', () => wordFile('Olá')],
    ['a text', 'files/reading/worker.ts', () => Buffer.from('Olá')],
    ['a page', 'files/reading/worker.ts', () => Buffer.from('<p>Um curso de violão completo'), ['page', '']],
  ])(
    'reads no file, loads no native code and starts no thread while it reads %s',
    async (_what, path, make, args = []) => {
      const program = join(ROOT, 'src/server', path)
      const options = workerOptions({ program, hasAddons: true, ...LIMITS })
      const child = promisify(execFile)(
        process.execPath,
        [...options, `--import=${REPORT}`, program, ...args],
        {
          env: {},
          encoding: 'latin1',
        },
      )
      child.child.stdin?.end(await make())
      const [permissions, ...result] = (await child).stdout.split('\n')
      expect(permissions).toBe('[false,false,false]')
      expect(result.join('\n').length).toBeGreaterThan(10)
    },
  )
})

describe('A31 a program that reads files', () => {
  /** Allocates 300 MB beside the heap, and blocks the event loop for two seconds. */
  const GREEDY = `
    const held = []
    const usage = () => process.cpuUsage()
    const workedMs = () => (usage().user + usage().system) / 1000
    while (workedMs() < 2000) if (held.length < 30) held.push(Buffer.alloc(10 * 1024 * 1024, 1))
    process.stdout.write('done', () => process.exit())`
  const HEAP = `const held = []; for (;;) held.push(Array(10_000).fill('x' + held.length))`
  const ASLEEP = `setInterval(() => {}, 1_000)`

  test.each<[string, string, Partial<typeof LIMITS & typeof REST>, string]>([
    ['ends when the process exceeds its memory', GREEDY, { memoryMegabytes: 200 }, ''],
    ['ends when it exceeds its processor time', GREEDY, { processorMs: 1_000 }, ''],
    ['ends when its heap is full', HEAP, { memoryMegabytes: 2_000 }, ''],
    ['ends when it takes too long', ASLEEP, { timeoutMs: 2_000 }, ''],
    ['goes on within its limits', GREEDY, { memoryMegabytes: 900 }, 'done'],
  ])('%s', async (_what, text, limits, output) => {
    const program = join(folder, 'greedy.mjs')
    await writeFile(program, text)
    const ended = await runWorker({ program, input: Buffer.alloc(0), ...LIMITS, ...REST, ...limits })
    expect([ended.code === 0, ended.output.toString()]).toEqual([output !== '', output])
  })
})
