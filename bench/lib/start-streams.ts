import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { visitEmbeddedPostgres } from '../../src/server/db/launcher-visit.ts'
import { openAgentId, openChat } from '../../src/server/testing/factories/conversation.ts'
import { liftQuotas } from '../../src/server/testing/factories/quotas.ts'
import { TestClient } from '../../src/server/testing/test-client.ts'
import { Child } from './child.ts'
import { type Footprint, footprintOf } from './start-memory.ts'
import { startProgram } from './start-program.ts'
import type { Load, LoadResult } from './stream/readers.ts'

const STREAMS = 300
const TOKENS = 300
const REST_MS = 60_000

/**
 * Memory of a new installation: idle, right after 300 streams of 300 tokens, and a minute later. Nothing asks
 * for a collection.
 */
export async function memoryOfStreams(
  command: string,
): Promise<{ idle: Footprint; loaded: Footprint; rested: Footprint }> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-streams-'))
  const dataDir = join(folder, 'data')
  const provider = await Child.start<{ port: number }>('stream/provider')
  const readers = await Child.start('stream/readers')
  const started = await startProgram(command, {
    path: '/api/ready',
    program: 'scripts/start.ts',
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMITS: 'off',
      OPENAI_API_KEY: 'sk-bench',
      OPENAI_BASE_URL: `http://127.0.0.1:${provider.ready.port}/v1`,
      OPENAI_MODEL: 'bench',
    },
  })
  try {
    await sleep(2_000)
    const idle = footprintOf(started.pid)
    readers.child.send(await loadOf(started.url, dataDir))
    const { failures } = await readers.child.next<LoadResult>()
    if (failures > 0) throw new Error(`${failures} streams did not end well`)
    const loaded = footprintOf(started.pid)
    await sleep(REST_MS)
    return { idle, loaded, rested: footprintOf(started.pid) }
  } finally {
    await started.stop()
    await readers.child.close()
    await provider.child.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sends of one user, each in a chat of its own, 250 a second. */
async function loadOf(url: string, dataDir: string): Promise<Load> {
  const client = new TestClient(() => url, url)
  await client.signUp({ name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' })
  const { running } = await visitEmbeddedPostgres(dataDir)
  await liftQuotas(`postgres://elenco@localhost/elenco?host=${encodeURIComponent(running?.host ?? '')}`)
  const agentId = await openAgentId(client)
  const targets: Load['targets'] = []
  while (targets.length < STREAMS) {
    const chatId = await openChat(client, agentId)
    const body = JSON.stringify({ id: randomUUID(), content: `n=${TOKENS}` })
    targets.push({ url: `${url}/api/v1/chats/${chatId}/messages`, body })
  }
  const headers = { origin: url, cookie: client.cookie, 'content-type': 'application/json' }
  return { targets, headers, staggerMs: STREAMS * 4 }
}
