import { createHash, type Hash } from 'node:crypto'
import { readArchive } from './archive.ts'
import { CommandError } from './command-error.ts'
import { type CopiedFile, type CopiedTable, MANIFEST_NAME, type Manifest, parseManifest } from './manifest.ts'

type Sum = { hash: Hash; bytes: number }

/**
 * Reads a whole archive and verifies it against its manifest: complete, unchanged, without extra entries.
 * @throws {CommandError}
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const sums = new Map<string, Sum>()
  let manifest: Manifest | undefined
  try {
    for await (const { name, bytes } of readArchive(path)) {
      if (manifest) throw new Error('there is more after the manifest')
      if (name === MANIFEST_NAME) manifest = parseManifest(bytes)
      else addTo(sums, thingOf(name), bytes)
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(
      `a cópia ${path} não pode ser lida: está incompleta, danificada ou não é uma cópia do Elenco`,
      error,
    )
  }
  if (!manifest) throw new CommandError(`a cópia ${path} está incompleta: falta o que diz o que há nela`)
  compare(path, manifest, sums)
  return manifest
}

/** The table or file of an entry, without the number of a table's part. */
export const thingOf = (name: string): string => name.replace(/^(tables\/[^/]+)\/\d{6}$/, '$1')

function addTo(sums: Map<string, Sum>, thing: string, bytes: Buffer): void {
  const sum = sums.get(thing) ?? { hash: createHash('sha256'), bytes: 0 }
  sum.hash.update(bytes)
  sum.bytes += bytes.length
  sums.set(thing, sum)
}

function compare(path: string, { tables, files }: Manifest, sums: Map<string, Sum>): void {
  const expected = new Map<string, CopiedTable | CopiedFile>([
    ...tables.map((table) => [`tables/${table.name}`, table] as const),
    ...files.map((file) => [`files/${file.name}`, file] as const),
  ])
  const extra = [...sums.keys()].find((thing) => !expected.has(thing))
  const wrong = [...expected].find(([thing, { bytes, hash }]) => {
    // An empty table has no part.
    const sum = sums.get(thing) ?? { bytes: 0, hash: createHash('sha256') }
    return sum.bytes !== bytes || sum.hash.digest('hex') !== hash
  })
  const thing = wrong?.[0] ?? extra
  if (thing) throw new CommandError(`a cópia ${path} está danificada: ${thing} não é o que foi copiado`)
}
