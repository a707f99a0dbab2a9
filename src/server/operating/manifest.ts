import { z } from 'zod'
import { CommandError } from './command-error.ts'

/** Version of the archive format. */
export const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'

const Identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
/** The form of our file names; anything else could escape the folder. */
const FileName = z.string().regex(/^[A-Za-z0-9_-]+\.[a-z0-9]+$/)

const Table = z.object({
  name: Identifier,
  /** In the order of the copied columns. */
  columns: z.array(Identifier).min(1),
  rows: Count,
  bytes: Count,
  /** SHA-256 of the table's copy, sorted by its key. */
  hash: Hash,
})
export type CopiedTable = z.infer<typeof Table>

const CopiedFile = z.object({ name: FileName, bytes: Count, hash: Hash })
export type CopiedFile = z.infer<typeof CopiedFile>

/** The content list of a backup, which makes missing and changed parts detectable. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of Elenco. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Version of the source server. */
  postgres: z.string(),
  /** Timestamps of the applied migrations in epoch milliseconds, oldest first. */
  migrations: z.array(z.int()).min(1),
  /** Id of the key that encrypts credentials; null when unavailable. The key itself is in no backup. */
  keyId: z.string().nullable(),
  tables: z.array(Table).min(1),
  files: z.array(CopiedFile),
  /** Files that a row names but the store did not have. */
  missing: z.array(FileName),
})
export type Manifest = z.infer<typeof Manifest>

/** @throws {CommandError} for a newer format. */
export function parseManifest(bytes: Buffer): Manifest {
  const { format } = z.object({ format: z.int() }).parse(JSON.parse(bytes.toString()))
  if (format > FORMAT) {
    throw new CommandError('esta cópia foi feita por uma versão mais nova do Elenco; restaure com ela')
  }
  return Manifest.parse(JSON.parse(bytes.toString()))
}
