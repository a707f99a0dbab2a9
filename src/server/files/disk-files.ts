import { mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '../http/errors.ts'
import type { Files } from './files.ts'

/** Uploads are refused before the disk is full, because the database needs the rest (RELIABILITY F31). */
export const SPARE_BYTES = 100 * 1024 * 1024

/** Stores files in a private folder. `spareBytes` of the disk stay free. */
export function createDiskFiles({
  folder,
  spareBytes = SPARE_BYTES,
}: {
  folder: string
  spareBytes?: number
}): Files {
  return {
    async write(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < spareBytes) throw diskFull()
      const unfinished = join(folder, `.${name}`)
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
    },
    read: (name) => readFile(join(folder, name)).catch(undefinedWhenMissing),
    async stream(name, signal) {
      const file = await open(join(folder, name)).catch(undefinedWhenMissing)
      // Its reader hears of errors; an abort before the first read has none, and would end the process.
      return file?.createReadStream({ signal }).on('error', () => {})
    },
    async remove(names) {
      for (const name of names) {
        await rm(join(folder, name), { force: true })
        await rm(join(folder, `.${name}`), { force: true })
      }
    },
  }
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
