import { chmod, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LauncherError } from './launcher.ts'
import { isRoot, postmasterOf, query, start, temporaryDataDir } from './launcher-fixture.ts'

const ownerOf = async (path: string) => (await stat(path)).uid

async function uidOfServer(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8')
  return Number(/^Uid:\t(\d+)/m.exec(status)?.[1])
}

describe.runIf(isRoot && process.platform === 'linux')('as root', () => {
  test('a namespace keeps the files root’s own; without one an account gets them, for good', async () => {
    const dataDir = await temporaryDataDir(0o700)
    const first = await start(dataDir)
    expect(await ownerOf(join(dataDir, 'pg'))).toBe(0)
    expect(await uidOfServer(dataDir)).toBe(0)
    await query(first, `create table note as select 'kept' as body`)
    await first.stop()

    await chmod(dirname(dataDir), 0o755)
    for (const allowNamespaces of [false, true]) {
      const server = await start(dataDir, { allowNamespaces })
      expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
      const uid = await uidOfServer(dataDir)
      expect(uid).not.toBe(0)
      for (const folder of ['.', 'pg', 'pg/base', 'run']) {
        expect(await ownerOf(join(dataDir, folder)), folder).toBe(uid)
      }
      await server.stop()
    }
  })

  test('without namespaces a first start works too', async () => {
    const dataDir = await temporaryDataDir(0o755)
    const server = await start(dataDir, { allowNamespaces: false })
    await query(server, 'create extension unaccent')
    await query(server, 'create extension pg_trgm')
    expect(await uidOfServer(dataDir)).not.toBe(0)
  })

  test('one clear line when no account can reach the folder, which stays root’s', async () => {
    const dataDir = await temporaryDataDir(0o755)
    await chmod(dirname(dataDir), 0o700)
    const refusal = await start(dataDir, { allowNamespaces: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(LauncherError)
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/^.*não roda como root.*DATABASE_URL\.$/),
    })
    expect(refusal).toMatchObject({ message: expect.stringContaining(dataDir) })
    expect(await ownerOf(dataDir)).toBe(0)
  })
})
