import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EnvError } from './env.ts'
import { loadSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-secret-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('A53 the secret is generated once, readable by its owner only, and kept', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => loadSecret(folder, undefined)))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(secrets[0])
})

test('A53 the secret is in a folder readable by its owner only, whatever the umask', async () => {
  const habit = process.umask(0)
  try {
    await loadSecret(join(folder, 'data'), undefined)
  } finally {
    process.umask(habit)
  }
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'data', 'secret'))).mode & 0o777).toBe(0o600)
})

test('the secret is the configured one, if any', async () => {
  const given = 'x'.repeat(40)
  expect(await loadSecret(folder, given)).toBe(given)
  expect(await readdir(folder)).toEqual([])
})

test.each(['', 'curto'])('a damaged stored secret is refused (%j)', async (content) => {
  await writeFile(join(folder, 'secret'), content)
  await chmod(join(folder, 'secret'), 0o600)
  await expect(loadSecret(folder, undefined)).rejects.toThrow(EnvError)
})
