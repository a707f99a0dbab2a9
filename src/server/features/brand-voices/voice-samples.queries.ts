import { and, eq } from 'drizzle-orm'
import type { CreateVoiceSample, VoiceSample } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import type { Db } from '../../db/connect.ts'
import { voiceSamples } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { idTaken, repeatedCreate } from '../assets/asset-rows.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { lockBrand, measureSamples, type OwnBrand, toSample } from './brand-voices.queries.ts'
import { readSampled } from './sampled-texts.queries.ts'

const { samplesMax } = VOICE_LIMITS

/**
 * Adds a sample and measures the voice again. Idempotent by id.
 * @throws {AppError} NOT_FOUND for the brand, the document or the source; CONFLICT at the limit of samples, or when the id is
 * taken; VALIDATION_ERROR for a text without words; STORAGE_FULL.
 */
export const createSample = (
  db: Db,
  { id, text, documentId, sourceId, ...key }: CreateVoiceSample & OwnBrand,
): Promise<Created<VoiceSample>> =>
  db.transaction(async (tx) => {
    await lockBrand(tx, key)
    const earlier = id && (await findSample(tx, { ...key, sampleId: id }))
    if (earlier) {
      const same = { documentId: documentId ?? null, sourceId: sourceId ?? null }
      return repeatedCreate(earlier, text === undefined ? same : { content: text })
    }
    const sampled = await readSampled(tx, { text, documentId, sourceId, userId: key.userId })
    await requireRoom(tx, key)
    await requireStorage(tx, { userId: key.userId, bytes: Buffer.byteLength(sampled.content) })
    const [row] = await tx
      .insert(voiceSamples)
      .values({ ...sampled, ...(id && { id }), ...key })
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

async function requireRoom(tx: Db, { brandId, userId }: OwnBrand): Promise<void> {
  const isOfBrand = and(eq(voiceSamples.brandId, brandId), eq(voiceSamples.userId, userId))
  if ((await tx.$count(voiceSamples, isOfBrand)) < samplesMax) return
  throw new AppError(
    'CONFLICT',
    `A voz já tem ${samplesMax} amostras, o máximo. Exclua uma para abrir espaço.`,
  )
}
