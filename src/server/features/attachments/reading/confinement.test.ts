import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import type { Allowance } from './guard.ts'
import { CONFINED } from './read-file.ts'

vi.setConfig({ testTimeout: 120_000 })

const MEGABYTE = 1024 * 1024
const run = promisify(execFile)

/** The result of a program: its output, or the signal that ended it. */
const endOf = (options: readonly string[], program: string): Promise<string> =>
  run(process.execPath, [...options, '--input-type=module', '--eval', program], { env: {} }).then(
    ({ stdout }) => stdout,
    ({ signal, stderr }) => signal ?? stderr,
  )

describe('A30 the process that reads files', () => {
  test.each([
    ['reads no file but our code', `(await import('node:fs')).readFileSync('/etc/passwd')`],
    ['lists no folder', `(await import('node:fs')).readdirSync('/')`],
    ['writes nothing', `(await import('node:fs')).writeFileSync('/tmp/x', 'x')`],
    ['starts nothing', `(await import('node:child_process')).spawnSync('true')`],
  ])('%s', async (_what, attempt) => {
    const program = `try { ${attempt}; console.log('done') } catch (error) { console.log(error.code) }`
    expect(await endOf([], program)).toBe('done\n')
    expect(await endOf(CONFINED, program)).toBe('ERR_ACCESS_DENIED\n')
  })
})

describe('A31 the guard', () => {
  const guard = fileURLToPath(new URL('guard.ts', import.meta.url))
  /** Allocates 300 MB, and blocks the event loop for two seconds. */
  const greedy = (allowance: Allowance) => `
    import { once } from 'node:events'
    import { Worker } from 'node:worker_threads'
    const workerData = ${JSON.stringify(allowance)}
    const guard = new Worker(${JSON.stringify(guard)}, { workerData, execArgv: [] })
    await once(guard, 'online')
    const held = []
    const usage = () => process.cpuUsage()
    const workedMs = () => (usage().user + usage().system) / 1000
    while (workedMs() < 2000) if (held.length < 30) held.push(Buffer.alloc(${10 * MEGABYTE}, 1))
    console.log('done')
    process.exit()`

  test.each([
    ['exceeds its memory limit', { memoryBytes: 200 * MEGABYTE, processorMs: 60_000 }, 'SIGKILL'],
    ['exceeds its time limit', { memoryBytes: 900 * MEGABYTE, processorMs: 1_000 }, 'SIGKILL'],
    ['exceeds neither limit', { memoryBytes: 900 * MEGABYTE, processorMs: 60_000 }, 'done\n'],
  ])('checks a process in a loop that %s', async (_what, allowance, end) => {
    expect(await endOf([], greedy(allowance))).toBe(end)
  })
})
