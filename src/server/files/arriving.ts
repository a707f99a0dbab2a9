import { type FileHandle, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { AppError, diskFull } from '../http/errors.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import { PersonSlots } from '../http/limits/person-slots.ts'
import { SPARE_BYTES } from './disk-files.ts'
import { openNameless } from './nameless-file.ts'

/** An uploaded file. `name` comes from the sender without folders, and is not validated. */
export type SentFile = { bytes: Uint8Array; name: string }

/** A file that is being read or encoded may take 25 MB and a copy of it in memory. */
const MAX_READ = 8
/** One that is read, and the next one meanwhile. */
const MAX_A_PERSON = 2
/** Each costs a socket and a file that is not in memory. */
const MAX_ARRIVING = 200
/** Bytes on the disk: of a hundred of the largest files. */
const MAX_ARRIVING_BYTES = 1024 * 1024 * 1024

const arriving = new PersonSlots({
  ...{ atOnce: MAX_A_PERSON, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Espere o arquivo anterior terminar de ser enviado.', { retryAfter: 2 }),
})
let [count, reserved] = [0, 0]

/** Runs work with an uploaded or fetched file in memory: a few at once, the others wait in order. */
export const withFileInMemory = limitConcurrency(MAX_READ)

/**
 * Counts an upload of at most `bytes` from its first byte to the end of `work`.
 * @throws {AppError} RATE_LIMITED for a third one of the user, UNAVAILABLE when there are too many.
 */
export async function admitUpload<T>(userId: string, bytes: number, work: () => Promise<T>): Promise<T> {
  arriving.enter(userId)
  count += 1
  reserved += bytes
  try {
    refuseCrowd()
    return await work()
  } finally {
    arriving.leave(userId)
    count -= 1
    reserved -= bytes
  }
}

/** @throws {AppError} UNAVAILABLE when more arrive than the process admits. */
function refuseCrowd(): void {
  if (count > MAX_ARRIVING || reserved > MAX_ARRIVING_BYTES) {
    throw new AppError(
      'UNAVAILABLE',
      'Há muitos arquivos sendo enviados agora. Tente de novo em instantes.',
      { retryAfter: 5 },
    )
  }
}

type Arrival<T> = {
  userId: string
  /** The file waits there, in `arriving`, until it is complete. */
  dataDir: string
  /** The size that the sender announces, or the largest one that is accepted. */
  bytes: number
  /** Writes the arriving file to `to`, and returns its name. */
  receive(to: Writable): Promise<string>
  /** Runs when the file is complete. */
  use(file: SentFile): Promise<T>
}

/**
 * Receives an upload on the disk, and only then takes memory and a place among those that are read: a slow sender
 * holds neither.
 * @throws {AppError} as {@link admitUpload}; UNAVAILABLE with 507 when the disk is full.
 */
export function receiveUpload<T>({ userId, dataDir, bytes, receive, use }: Arrival<T>): Promise<T> {
  return admitUpload(userId, bytes, async () => {
    const folder = join(dataDir, 'arriving')
    const file = await openNameless(folder)
    try {
      await refuseFullDisk(folder)
      const name = await receive(writableOf(file))
      return await withFileInMemory(async () => use({ name, bytes: await readWhole(file) }))
    } finally {
      await file.close()
    }
  })
}

/** @throws {AppError} when the disk has no room for all that was announced and not sent yet. */
async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - reserved < SPARE_BYTES) throw diskFull()
}

/** Leaves the file open, unlike the stream of a file handle. */
const writableOf = (file: FileHandle) =>
  new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void file.appendFile(chunk).then(() => done(), done),
  })

async function readWhole(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat()
  const bytes = Buffer.allocUnsafe(size)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, at)
    if (bytesRead === 0) throw new Error('the file was cut')
    at += bytesRead
  }
  return bytes
}
