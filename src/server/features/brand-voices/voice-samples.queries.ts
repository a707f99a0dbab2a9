import { and, eq, isNull } from 'drizzle-orm'
import type { CreateVoiceSample, VoiceSample } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { truncateText } from '../../ai/prompt/token-estimate.ts'
import type { Db } from '../../db/connect.ts'
import { documents, voiceSamples } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { idTaken, repeatedCreate } from '../assets/asset-rows.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { lockBrand, measureSamples, type OwnBrand, toSample } from './brand-voices.queries.ts'

const { samplesMax, sampleLength } = VOICE_LIMITS

type Source = Pick<VoiceSample, 'title' | 'content' | 'documentId'>

/**
 * Adds a sample and measures the voice again. Idempotent by id.
 * @throws {AppError} NOT_FOUND for the brand or the document; CONFLICT at the limit of samples, or when the id is
 * taken; VALIDATION_ERROR for a document without words; STORAGE_FULL.
 */
export const createSample = (
  db: Db,
  { id, text, documentId, ...key }: CreateVoiceSample & OwnBrand,
): Promise<Created<VoiceSample>> =>
  db.transaction(async (tx) => {
    await lockBrand(tx, key)
    const earlier = id && (await findSample(tx, { ...key, sampleId: id }))
    if (earlier) {
      return repeatedCreate(
        earlier,
        text === undefined ? { documentId: documentId ?? null } : { content: text },
      )
    }
    const source = documentId
      ? await readDocument(tx, { documentId, userId: key.userId })
      : { title: null, content: text ?? '', documentId: null }
    await requireRoom(tx, key)
    await requireStorage(tx, { userId: key.userId, bytes: Buffer.byteLength(source.content) })
    const [row] = await tx
      .insert(voiceSamples)
      .values({ ...source, ...(id && { id }), ...key })
      .onConflictDoNothing()
      .returning()
    if (!row) throw idTaken()
    await measureSamples(tx, key)
    return { row: toSample(row), isNew: true }
  })

/** Deletes a sample and measures the voice again. @throws {AppError} NOT_FOUND */
export const deleteSample = (
  db: Db,
  { sampleId, ...key }: { sampleId: string } & OwnBrand,
): Promise<VoiceSample> =>
  db.transaction(async (tx) => {
    await lockBrand(tx, key)
    const [row] = await tx
      .delete(voiceSamples)
      .where(isSample({ sampleId, ...key }))
      .returning()
    if (!row) throw notFound('Sample')
    await measureSamples(tx, key)
    return toSample(row)
  })

const isSample = ({ sampleId, brandId, userId }: { sampleId: string } & OwnBrand) =>
  and(eq(voiceSamples.id, sampleId), eq(voiceSamples.brandId, brandId), eq(voiceSamples.userId, userId))

async function findSample(tx: Db, key: { sampleId: string } & OwnBrand): Promise<VoiceSample | undefined> {
  const [row] = await tx.select().from(voiceSamples).where(isSample(key))
  return row && toSample(row)
}

/** The beginning of a user's document. */
async function readDocument(
  tx: Db,
  { documentId, userId }: { documentId: string; userId: string },
): Promise<Source> {
  const [row] = await tx
    .select({ title: documents.title, body: documents.body })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt)))
  if (!row) throw notFound('Document')
  const content = truncateText(row.body.trim(), sampleLength)
  if (!/\p{L}/u.test(content)) {
    const text = 'Este documento começa sem palavras. Escolha outro.'
    throw new AppError('VALIDATION_ERROR', text, { details: { documentId: text } })
  }
  return { title: row.title, content, documentId }
}

async function requireRoom(tx: Db, { brandId, userId }: OwnBrand): Promise<void> {
  const isOfBrand = and(eq(voiceSamples.brandId, brandId), eq(voiceSamples.userId, userId))
  if ((await tx.$count(voiceSamples, isOfBrand)) < samplesMax) return
  throw new AppError(
    'CONFLICT',
    `A voz já tem ${samplesMax} amostras, o máximo. Exclua uma para abrir espaço.`,
  )
}
