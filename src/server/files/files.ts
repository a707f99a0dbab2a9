import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskFiles } from './disk-files.ts'
import { createS3Files, type S3Options } from './s3-files.ts'

/** Storage of uploaded files. Names are generated here, never by the sender. */
export type Files = {
  /**
   * Stores a file under a new name, atomically.
   * @throws {AppError} UNAVAILABLE when the store does not answer or is full (507).
   */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The whole file; undefined when it does not exist. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Removes files; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>
}

/** The configured object store, else the folder `uploads` in `dataDir`, which is outside every web root. */
export function createFiles(options: { dataDir: string; s3: S3Options | undefined; log: Logger }): Files {
  if (options.s3) return createS3Files(options.s3, options.log)
  return createDiskFiles({ folder: join(options.dataDir, 'uploads') })
}
