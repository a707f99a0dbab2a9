import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Waits for the JSON line of a child's output that `accept` takes. */
async function lineOf<T>(
  child: ChildProcess,
  accept: (line: Record<string, unknown>) => T | undefined,
): Promise<T> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const accepted = line.startsWith('{') ? accept(JSON.parse(line)) : undefined
    if (accepted !== undefined) {
      child.stdout.resume()
      return accepted
    }
  }
  throw new Error('the process ended before it was ready')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

const run = (script: string, env: Record<string, string>) =>
  spawn(process.execPath, [join(ROOT, script)], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })

export type ServerProcess = {
  url: string
  dataDir: string
  start(): Promise<void>
  /** SIGTERM is a deploy, SIGKILL an accident. */
  stop(signal?: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

/** The server as `npm start` runs it, on the embedded database, with a provider double in a process of its own. */
export async function startServerProcess(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'elenco-e2e-'))
  const double = run('src/server/testing/provider-double-server.ts', {})
  const provider = await lineOf(double, ({ openaiBaseUrl }) => openaiBaseUrl as string | undefined)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  const start = async () => {
    server = run('src/server/main.ts', {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      OPENAI_BASE_URL: provider,
      RATE_LIMITS: 'off',
      SHUTDOWN_GRACE_MS: '0',
      STALL_TIMEOUT_MS: '5000',
      ...variables,
    })
    await lineOf(server, ({ msg }) => (msg === 'listening' ? true : undefined))
  }
  await start()
  return {
    url,
    dataDir,
    start,
    stop: async (signal = 'SIGTERM') => {
      if (server) await end(server, signal)
    },
    async close() {
      if (server) await end(server, 'SIGTERM')
      await end(double, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
