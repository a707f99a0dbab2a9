import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskFiles } from './disk-files.ts'
import { createS3Files, type S3Options } from './s3-files.ts'

/** Where uploaded files are kept. Names are made by us, never by whoever sends a file. */
export type Files = {
  /**
   * Stores a file whose name is new. Nobody finds half of one.
   * @throws {AppError} UNAVAILABLE when the store does not answer, or has no room (507).
   */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The whole file; undefined when there is none. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Removes these files; those that are missing are no mistake. */
  remove(names: readonly string[]): Promise<void>
}

/** The object store that is named, else the folder `uploads` in `dataDir`, which no web server has for its root. */
export function createFiles(options: { dataDir: string; s3: S3Options | undefined; log: Logger }): Files {
  if (options.s3) return createS3Files(options.s3, options.log)
  return createDiskFiles({ folder: join(options.dataDir, 'uploads') })
}
