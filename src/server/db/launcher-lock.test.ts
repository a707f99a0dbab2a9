import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from './launcher-fixture.ts'
import { acquireAppLock } from './launcher-lock.ts'
import { processStart } from './launcher-os.ts'

let deadPid = 0
beforeAll(async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  deadPid = child.pid ?? 0
  await once(child, 'exit')
})

async function lockPath(): Promise<string> {
  const folder = await temporaryDataDir()
  await mkdir(folder)
  return join(folder, 'app.lock')
}

const ownedBy = (pid: number, startedAt: string, token: string) => JSON.stringify({ pid, startedAt, token })

test('launcher 4 the lock lasts as long as its owner, and names it', async () => {
  const path = await lockPath()
  const lock = await acquireAppLock(path)
  await expect(acquireAppLock(path)).rejects.toThrow(`processo ${process.pid}`)
  await lock.release()
  await lock.release()
  expect(await readdir(dirname(path))).toEqual([])
})

test('launcher 4 a release removes only the own lock', async () => {
  const path = await lockPath()
  const lock = await acquireAppLock(path)
  const successor = ownedBy(process.pid, 'another', 'successor')
  await writeFile(path, successor)
  await lock.release()
  expect(await readFile(path, 'utf8')).toBe(successor)
})

test('launcher 4 a reused pid does not own the lock', async () => {
  const path = await lockPath()
  await writeFile(path, ownedBy(process.pid, 'long ago', 'former'))
  await acquireAppLock(path)
})

test('launcher 4 of many contenders for a dead lock exactly one wins', async () => {
  const path = await lockPath()
  const rounds = [
    { 'app.lock': ownedBy(deadPid, 'long ago', 'aaa') },
    { 'app.lock': '' },
    // Two more owners died during the takeover.
    {
      'app.lock': ownedBy(deadPid, 'long ago', 'bbb'),
      'app.lock.bbb': ownedBy(deadPid, 'long ago', 'ccc'),
      'app.lock.bbb.ccc': ownedBy(deadPid, 'long ago', 'ddd'),
    },
  ]
  for (const files of Array.from({ length: 20 }, () => rounds).flat()) {
    for (const [name, text] of Object.entries(files)) await writeFile(join(dirname(path), name), text)
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => acquireAppLock(path)))
    const taken = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    await taken[0]?.value.release()
    expect(await readdir(dirname(path))).toEqual([])
  }
})

test('launcher 4 a zombie does not count as running', async () => {
  // The shell's child ends at once and is never reaped, because the shell has become `sleep`.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [printed] = await once(parent.stdout, 'data')
  expect(await processStart(parent.pid ?? 0)).toBeDefined()
  await expect.poll(() => processStart(Number(printed)), { timeout: 10_000 }).toBeUndefined()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
})
