import { createHash, randomBytes } from 'node:crypto'
import type {
  CreateAttachmentSource,
  CreateDocumentSource,
  CreatePageSource,
  Source,
  SourceKind,
} from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { limitCalls } from '../../auth/limits/person-limiter.ts'
import type { Deps } from '../../deps.ts'
import { type SentFile, withFileInMemory } from '../../files/arriving.ts'
import { cleanName } from '../../files/file-name.ts'
import { refuseSource } from '../../files/passages/read-passages.ts'
import { type AudioType, audioTypeOf } from '../../files/reading/audio.ts'
import { sniff } from '../../files/reading/sniff.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { findOwnFile } from '../attachments/attachments.queries.ts'
import { getDocument } from '../documents/documents.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { confirmSource, insertHidden, reserveSource } from './adding-sources.queries.ts'
import { audioRefused } from './audio/transcribe.service.ts'
import { forgetTranscriptionDays } from './audio/transcripts.queries.ts'
import { getCollection, type OwnCollection, userOf } from './collections.queries.ts'
import { findNewestHash, findReplacement, getSourceRow, queueReplacement } from './replacements.queries.ts'
import {
  deleteDiscarded,
  discardSource,
  findSameSource,
  listDiscarded,
  type OwnSource,
  type Recorder,
  requeueSource,
  requireIdle,
} from './sources.queries.ts'

export type Parts = Pick<Deps, 'db' | 'env' | 'files' | 'log' | 'redis' | 'transcriber'>

const HOUR = { name: 'source-hour', window: 3_600, max: COLLECTION_LIMITS.readingsPerHour }
const PAGES = [
  { name: 'source-page-hour', window: 3_600, max: COLLECTION_LIMITS.pagesPerHour },
  { name: 'source-page-day', window: 86_400, max: COLLECTION_LIMITS.pagesPerDay },
]

type Reading = { ownerId: string; kind: SourceKind }

async function limitReadings(parts: Parts, { ownerId, kind }: Reading): Promise<void> {
  if (!parts.env.rateLimits) return
  for (const limit of kind === 'page' ? [...PAGES, HOUR] : [HOUR]) {
    await limitCalls(parts, { ...limit, userId: ownerId })
  }
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')

/** The same text is read in another way as a table than as a plain text. */
const hashOfFile = (kind: SourceKind, bytes: Uint8Array) =>
  createHash('sha256').update(`${kind}\n`).update(bytes).digest('base64url')

const newKey = () => `${randomBytes(16).toString('hex')}.source`

const TEXT_KINDS: Record<string, SourceKind> = {
  md: 'md',
  markdown: 'md',
  csv: 'csv',
  srt: 'srt',
  vtt: 'vtt',
}

/** The kind that a file seems to have; the reading knows it for certain. */
function kindOf({ bytes, name }: SentFile, audio: AudioType | undefined): SourceKind {
  if (audio) return 'audio'
  const kind = sniff(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (kind === 'pdf' || kind === 'docx') return kind
  if (kind === 'image') throw refuseSource('picture')
  if (kind !== 'text') throw refuseSource(kind)
  const ending = /\.(md|markdown|csv|srt|vtt)$/i.exec(name)?.[1]?.toLowerCase()
  return TEXT_KINDS[ending ?? ''] ?? 'txt'
}

/** The media type of an audio, the kind and the hash of a file. @throws {AppError} VALIDATION_ERROR for a kind that is not read */
function factsOf({ transcriber }: Parts, file: SentFile) {
  const mediaType = audioTypeOf(file.bytes)
  if (mediaType && !transcriber) throw audioRefused()
  const kind = kindOf(file, mediaType)
  return { mediaType, kind, contentHash: hashOfFile(kind, file.bytes) }
}

/** Where a source is added, and how that is remembered. */
type Into = OwnCollection & { record?: Recorder | undefined }

/**
 * Stores a file as a source of a collection, to be read; the same file of the collection answers its source.
 * @throws {AppError} NOT_FOUND for the collection; VALIDATION_ERROR for a kind that is not read; STORAGE_FULL; CONFLICT
 * beyond the number of sources; RATE_LIMITED above the number of an hour.
 */
export async function addFileSource(
  parts: Parts,
  { file, ...own }: Into & { file: SentFile },
): Promise<Source> {
  const { db, files } = parts
  const { mediaType, kind, contentHash } = factsOf(parts, file)
  const known = await beginSource(parts, { ...own, contentHash, kind, bytes: file.bytes.length })
  if (known) return known
  const key = newKey()
  const sourceId = await reserveSource(db, {
    ...{ ...own, contentHash, kind, key },
    ...(mediaType && { mediaType }),
    name: cleanName(file.name),
    bytes: file.bytes.length,
  })
  await files.write(key, file.bytes)
  return queueReserved(parts, { ...own, contentHash, sourceId })
}

const NO_FILE = 'Só uma fonte que é um arquivo recebe uma nova versão.'

/**
 * A new version of a source's file, to be read; passages and file of the version before stay until then, and for good when
 * the new one cannot be read. The same file changes nothing.
 * @throws {AppError} NOT_FOUND for the source; VALIDATION_ERROR for a kind that is not read, a page and a document;
 * CONFLICT while the source is read, and for the file of another source; STORAGE_FULL; RATE_LIMITED.
 */
export async function replaceFile(
  parts: Parts,
  { file, record, ...own }: OwnSource & { record?: Recorder | undefined; file: SentFile },
): Promise<Source> {
  const { db, files } = parts
  const { source, row } = await getSourceRow(db, own)
  if (row.key === null) throw new AppError('VALIDATION_ERROR', NO_FILE, { details: { file: NO_FILE } })
  const { mediaType, kind, contentHash } = factsOf(parts, file)
  if (contentHash === (await findNewestHash(db, row))) return source
  requireIdle(row)
  await limitReadings(parts, { ...own, kind })
  const [userId, bytes] = [userOf(own), file.bytes.length]
  if (userId) await requireStorage(db, { userId, bytes })
  const { collectionId, name } = row
  const key = newKey()
  const hidden = {
    ownerId: own.ownerId,
    collectionId,
    name,
    kind,
    mediaType: mediaType ?? '',
    key,
    bytes,
    contentHash,
  }
  const replacementId = await insertHidden(db, hidden)
  let unneeded: string | undefined = replacementId
  try {
    await files.write(key, file.bytes)
    const before = await findReplacement(db, own)
    const queued = await queueReplacement(db, { ...own, replacementId, record })
    unneeded = before?.id
    return queued
  } finally {
    if (unneeded !== undefined) await removeDiscarded(parts, { ids: [unneeded] })
  }
}

/** A public page as a source, fetched when it is read. @throws {AppError} as {@link addFileSource} */
export async function addPageSource(
  parts: Parts,
  { address, ...own }: Into & CreatePageSource,
): Promise<Source> {
  const { href, hostname, pathname } = new URL(address)
  const contentHash = hashOf(href)
  const known = await beginSource(parts, { ...own, contentHash, kind: 'page', bytes: 0 })
  if (known) return known
  const name = cleanName(`${hostname}${pathname === '/' ? '' : pathname.replaceAll('/', ' ')}`)
  const sourceId = await reserveSource(parts.db, { ...own, contentHash, kind: 'page', address: href, name })
  return queueReserved(parts, { ...own, contentHash, sourceId })
}

/** A document of the user as a source, in its newest version. @throws {AppError} as {@link addFileSource} */
export async function addDocumentSource(
  parts: Parts,
  { documentId, ...own }: Into & CreateDocumentSource,
): Promise<Source> {
  const { title } = await getDocument(parts.db, { documentId, userId: own.ownerId })
  const contentHash = hashOf(documentId)
  const known = await beginSource(parts, { ...own, contentHash, kind: 'document', bytes: 0 })
  if (known) return known
  const fields = { contentHash, kind: 'document', documentId, name: title } as const
  const sourceId = await reserveSource(parts.db, { ...own, ...fields })
  return queueReserved(parts, { ...own, contentHash, sourceId })
}

/**
 * A file that the user attached to a message as a source, copied, so that it stays when its chat is deleted.
 * @throws {AppError} NOT_FOUND for the attachment, and as {@link addFileSource}
 */
export async function addAttachmentSource(
  parts: Parts,
  { attachmentId, ...own }: Into & CreateAttachmentSource,
): Promise<Source> {
  const attachment = await findOwnFile(parts.db, { attachmentId, userId: own.ownerId })
  if (!attachment) throw notFound('Attachment')
  // Images are encoded anew, and are not asked for by the screen.
  if (attachment.kind === 'image') throw refuseSource('picture')
  return withFileInMemory(async () => {
    const bytes = await parts.files.read(attachment.key)
    if (!bytes) throw notFound('Attachment')
    return addFileSource(parts, { ...own, file: { bytes, name: attachment.name } })
  })
}

type Content = Into & { contentHash: string }

/** Checks that a source may be added; the source that has its content already. */
async function beginSource(
  parts: Parts,
  { bytes, ...content }: Content & Reading & { bytes: number },
): Promise<Source | undefined> {
  await getCollection(parts.db, content)
  const known = await findSameSource(parts.db, content)
  if (known) return known
  await limitReadings(parts, content)
  const userId = userOf(content)
  if (userId) await requireStorage(parts.db, { userId, bytes })
  return undefined
}

async function queueReserved(
  parts: Parts,
  { sourceId, ...content }: Content & { sourceId: string },
): Promise<Source> {
  const source = await confirmSource(parts.db, { ownerId: content.ownerId, sourceId, record: content.record })
  if (source) return source
  await removeDiscarded(parts, { ids: [sourceId] })
  const same = await findSameSource(parts.db, content)
  if (!same) throw notFound('Collection')
  return same
}

/** Reads a source again: a failed one, or a page or document that has changed. @throws {AppError} */
export async function rereadSource(
  parts: Parts,
  own: OwnSource & { record?: Recorder | undefined },
): Promise<Source> {
  const { row } = await getSourceRow(parts.db, own)
  requireIdle(row)
  await limitReadings(parts, { ...own, kind: row.kind })
  return requeueSource(parts.db, own)
}

/** Deletes a source with its passages and file. @throws {AppError} NOT_FOUND */
export async function removeSource(parts: Parts, own: OwnSource): Promise<void> {
  await discardSource(parts.db, own)
  await removeDiscarded(parts, { ids: [own.sourceId] })
}

/** Deletes the files and rows of discarded sources; if the store is unavailable, the sweep does it later. */
export async function removeDiscarded(
  { db, files, log }: Pick<Parts, 'db' | 'files' | 'log'>,
  { ids }: { ids: string[] },
): Promise<void> {
  try {
    const gone = await listDiscarded(db, { ids })
    await files.remove(gone.flatMap(({ key }) => key ?? []))
    await deleteDiscarded(db, { ids: gone.map(({ id }) => id) })
  } catch (error) {
    log.warn({ err: error }, 'sources could not be removed yet')
  }
}

/** Deletes sources that were discarded, or whose file did not arrive, an hour ago, and counts of earlier days. */
export async function sweepSources({ db, files }: Pick<Parts, 'db' | 'files'>): Promise<void> {
  for (let gone = await listDiscarded(db, {}); gone.length > 0; gone = await listDiscarded(db, {})) {
    await files.remove(gone.flatMap(({ key }) => key ?? []))
    await deleteDiscarded(db, { ids: gone.map(({ id }) => id) })
  }
  await deleteDiscarded(db, { ids: [] })
  await forgetTranscriptionDays(db)
}
