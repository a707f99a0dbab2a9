import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'

/** One file of an archive, held in memory; tables are split into parts. */
export type ArchiveEntry = { name: string; bytes: Buffer }

/** Streams entries into a `.tar.gz`, and ends `to`. */
export async function writeArchive(entries: AsyncIterable<ArchiveEntry>, to: Writable): Promise<void> {
  const archive = pack()
  const sent = pipeline(archive, createGzip(), to)
  const filled = fill(archive, entries)
  filled.catch((error: Error) => archive.destroy(error))
  await Promise.all([filled, sent])
}

async function fill(archive: Pack, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const { name, bytes } of entries) {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  }
  archive.finalize()
}

/** The entries of an archive in order; rejects for a truncated or invalid archive. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract()
  const read = pipeline(createReadStream(path), createGunzip(), unpacked)
  read.catch(() => undefined)
  for await (const entry of unpacked) {
    if (entry.header.type !== 'file') throw new Error('an entry is no file')
    yield { name: entry.header.name, bytes: await buffer(entry) }
  }
  await read
}
