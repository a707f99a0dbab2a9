import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { visitEmbeddedPostgres } from '../../src/server/db/launcher-visit.ts'
import { Child } from './child.ts'
import { Senders } from './senders.ts'
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
    const { running } = await visitEmbeddedPostgres(dataDir)
    const databaseUrl = `postgres://elenco@localhost/elenco?host=${encodeURIComponent(running?.host ?? '')}`
    const senders = await Senders.signUp(started.url, databaseUrl)
    const targets = await senders.targets(STREAMS, TOKENS)
    readers.child.send({ targets, staggerMs: STREAMS * 4 } satisfies Load)
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
