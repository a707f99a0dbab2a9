import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'

/** One file of an archive, small enough to be held: tables come in parts. */
export type ArchiveEntry = { name: string; bytes: Buffer }

/** Writes entries as they come, as a `.tar.gz` that any `tar` reads; `to` is ended. */
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

/** The entries of an archive in their order, one at a time; rejects for one that is cut off or no archive at all. */
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
