import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readlink, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LauncherError } from './launcher.ts'
import { locateBinaries, restoreLinks } from './launcher-binaries.ts'
import { postmasterOf, start, temporaryDataDir } from './launcher-fixture.ts'
import { chooseIdentity } from './launcher-identity.ts'

const run = promisify(execFile)

test('refuses a database without checksums', async () => {
  const dataDir = await temporaryDataDir()
  const pgDir = join(dataDir, 'pg')
  await mkdir(dataDir, { mode: 0o700 })
  const binaries = await locateBinaries()
  const identity = await chooseIdentity({ binaries, dataDir, allowNamespaces: true })
  if (identity.owner) await chown(dataDir, identity.owner.uid, identity.owner.gid)
  const options = [
    '-D',
    pgDir,
    '-U',
    'elenco',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-data-checksums',
  ]
  await run(...identity.command(binaries.initdb, options), identity.spawn)

  await expect(start(dataDir)).rejects.toThrow(/data_checksums é "off"/)
  expect(await postmasterOf(dataDir)).toBeUndefined()
  expect(await readdir(dataDir)).not.toContain('app.lock')
})

test.each(['17', '19'])('refuses a database of version %s and leaves it as it is', async (version) => {
  const dataDir = await temporaryDataDir()
  const pgDir = join(dataDir, 'pg')
  await mkdir(pgDir, { recursive: true, mode: 0o700 })
  await writeFile(join(pgDir, 'PG_VERSION'), `${version}\n`)
  await writeFile(join(pgDir, 'postmaster.pid'), '1\n')
  await chmod(pgDir, 0o750)
  const before = await stat(pgDir)

  const refusal = await start(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(LauncherError)
  expect(refusal).toMatchObject({
    message: expect.stringMatching(new RegExp(`versão ${version} .* nada foi alterado`)),
  })
  expect(await readdir(pgDir)).toEqual(['PG_VERSION', 'postmaster.pid'])
  const { mode, uid, mtimeMs } = await stat(pgDir)
  expect({ mode, uid, mtimeMs }).toEqual({ mode: before.mode, uid: before.uid, mtimeMs: before.mtimeMs })
})

test('says in one line what to do where the platform has no binaries or the folder cannot be used', async () => {
  await expect(locateBinaries('sunos-sparc')).rejects.toThrow(/^Não há PostgreSQL embutido .*DATABASE_URL.*$/)
  const dataDir = await temporaryDataDir()
  await writeFile(dataDir, 'a file')
  await expect(start(dataDir)).rejects.toThrow(/^Não foi possível usar a pasta de dados .* \(EEXIST\).*$/)
})

test('restores the library links that an install without scripts leaves out', async () => {
  const folder = await temporaryDataDir()
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await restoreLinks(folder)
  await restoreLinks(folder)
  expect(await readlink(join(folder, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
})
