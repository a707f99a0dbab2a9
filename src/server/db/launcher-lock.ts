import { randomBytes } from 'node:crypto'
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf } from './connect.ts'
import { LauncherError, noRoomIn } from './launcher-error.ts'
import { processStart } from './launcher-os.ts'

const RETRY_MS = 10

const Owner = z.object({ pid: z.int(), startedAt: z.string(), token: z.string() })
type Owner = z.infer<typeof Owner>

export type AppLock = { release(): Promise<void> }

/**
 * Takes the lock file for this process. The lock of a dead process is taken over, by exactly one of several
 * contenders.
 * @throws {LauncherError} when a live process holds it, or when the disk is full.
 */
export async function acquireAppLock(path: string): Promise<AppLock> {
  const startedAt = await processStart(process.pid)
  if (!startedAt) throw new LauncherError('Não foi possível identificar o processo do Elenco neste sistema.')
  const owner: Owner = { pid: process.pid, startedAt, token: randomBytes(6).toString('hex') }
  const draft = `${path}.draft-${owner.token}`
  try {
    await writeDurably(draft, JSON.stringify(owner))
    let claimed = await tryAcquire(path, draft)
    while (claimed === 'busy') {
      await sleep(RETRY_MS)
      claimed = await tryAcquire(path, draft)
    }
    if (claimed !== 'ours') {
      throw new LauncherError(
        `A pasta de dados ${dirname(path)} já está em uso por outro Elenco (processo ${claimed.heldBy}); encerre-o ou use outra DATA_DIR.`,
      )
    }
  } catch (error) {
    throw noRoomIn(dirname(path), codeOf(error) ?? '', error) ?? error
  } finally {
    await rm(draft, { force: true })
  }
  await sweep(path)
  return {
    async release() {
      if (parseOwner(await readIfPresent(path))?.token === owner.token) await rm(path, { force: true })
    },
  }
}

/**
 * Locks by hard link to a complete file, so a lock never has partial content. A dead owner's lock is replaced
 * only under a second lock named after that owner's token, and only while it is still that owner's. Tokens
 * are unique, so a late contender replaces nothing.
 */
async function tryAcquire(path: string, draft: string): Promise<'ours' | 'busy' | { heldBy: number }> {
  if (await linkNew(draft, path)) return 'ours'
  const found = await readIfPresent(path)
  if (found === undefined) return 'busy'
  const owner = parseOwner(found)
  if (owner && (await processStart(owner.pid)) === owner.startedAt) return { heldBy: owner.pid }

  const guard = `${path}.${owner?.token ?? 'unreadable'}`
  if ((await tryAcquire(guard, draft)) !== 'ours') return 'busy'
  try {
    if ((await readIfPresent(path)) !== found) return 'busy'
    const successor = `${draft}.next`
    await link(draft, successor)
    await rename(successor, path)
    return 'ours'
  } finally {
    await rm(guard, { force: true })
  }
}

/** Deletes drafts and guards of processes that died while taking the lock. */
async function sweep(path: string): Promise<void> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`))
  for (const name of names) {
    const owner = parseOwner(await readIfPresent(join(folder, name)))
    const isDead = owner && (await processStart(owner.pid)) !== owner.startedAt
    if (isDead) await rm(join(folder, name), { force: true })
  }
}

async function linkNew(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Undefined for text that no live process can have written, such as a file truncated by a power failure. */
function parseOwner(text: string | undefined): Owner | undefined {
  try {
    return Owner.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
