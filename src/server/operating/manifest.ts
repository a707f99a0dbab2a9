import { z } from 'zod'
import { CommandError } from './command-error.ts'

/** Of the archive's own shape: a newer one is for a newer version to read. */
export const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'

const Identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
/** Ours always look like this; anything else would be a way out of the folder. */
const FileName = z.string().regex(/^[A-Za-z0-9_-]+\.[a-z0-9]+$/)

const Table = z.object({
  name: Identifier,
  /** In the order of the copied columns. */
  columns: z.array(Identifier).min(1),
  rows: Count,
  bytes: Count,
  /** SHA-256 of the table as it was copied, sorted by its key. */
  hash: Hash,
})
export type CopiedTable = z.infer<typeof Table>

const CopiedFile = z.object({ name: FileName, bytes: Count, hash: Hash })
export type CopiedFile = z.infer<typeof CopiedFile>

/** What a backup is made of, so that nothing of it can be missing or changed without being noticed. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of Elenco. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Of the server that it was copied from. */
  postgres: z.string(),
  /** When each migration that the database has had was made, epoch milliseconds, the oldest first. */
  migrations: z.array(z.int()).min(1),
  /** Names the key that credentials are encrypted with; null where it was not at hand. The key itself is in no backup. */
  keyId: z.string().nullable(),
  tables: z.array(Table).min(1),
  files: z.array(CopiedFile),
  /** Files that a row names and that were not there. */
  missing: z.array(FileName),
})
export type Manifest = z.infer<typeof Manifest>

/** @throws {CommandError} for one that this version can't read. */
export function parseManifest(bytes: Buffer): Manifest {
  const { format } = z.object({ format: z.int() }).parse(JSON.parse(bytes.toString()))
  if (format > FORMAT) {
    throw new CommandError('esta cópia foi feita por uma versão mais nova do Elenco; restaure com ela')
  }
  return Manifest.parse(JSON.parse(bytes.toString()))
}
