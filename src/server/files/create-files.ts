import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { createS3Files, type S3Options } from './s3-files.ts'

/** The configured object store, else the folder `uploads` in `dataDir`, which is outside every web root. */
export function createFiles(options: { dataDir: string; s3: S3Options | undefined; log: Logger }): Files {
  if (options.s3) return createS3Files(options.s3, options.log)
  return createDiskFiles({ folder: join(options.dataDir, 'uploads') })
}
