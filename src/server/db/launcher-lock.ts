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
 * Takes the lock file for this process. A living owner keeps it for as long as it lives; a dead one's is
 * taken over, by one process only however many try at once.
 * @throws {LauncherError} when a living process holds it, or when the disk has no room for it.
 */
export async function acquireAppLock(path: string): Promise<AppLock> {
  const startedAt = await processStart(process.pid)
  if (!startedAt) throw new LauncherError('Não foi possível identificar o processo do Elenco neste sistema.')
  const owner: Owner = { pid: process.pid, startedAt, token: randomBytes(6).toString('hex') }
  const draft = `${path}.draft-${owner.token}`
  try {
    await writeDurably(draft, JSON.stringify(owner))
    let claimed = await claim(path, draft)
    while (claimed === 'busy') {
      await sleep(RETRY_MS)
      claimed = await claim(path, draft)
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
 * A link to a finished file is the only way in, so a lock never shows half a content. A dead owner's lock is
 * replaced only under a second lock named after that owner's token, and only if it is still that owner's:
 * tokens never come back, so a late observer replaces nothing. The second lock is taken by the same rules.
 */
async function claim(path: string, draft: string): Promise<'ours' | 'busy' | { heldBy: number }> {
  if (await linkNew(draft, path)) return 'ours'
  const found = await readIfPresent(path)
  if (found === undefined) return 'busy'
  const owner = parseOwner(found)
  if (owner && (await processStart(owner.pid)) === owner.startedAt) return { heldBy: owner.pid }

  const guard = `${path}.${owner?.token ?? 'unreadable'}`
  if ((await claim(guard, draft)) !== 'ours') return 'busy'
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

/** Deletes what processes that died while claiming left behind; the living clean up after themselves. */
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

/** Undefined for a text that no living process can have written, such as one cut by a power failure. */
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
