import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { BrandVoice, UpdateBrandVoice, VoiceSample } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { measureVoice } from '#shared/voice/features.ts'
import type { Db } from '../../db/connect.ts'
import { brands, brandVoices, voiceSamples } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'

export type OwnBrand = { brandId: string; userId: string }

const isOwnAndKept = ({ brandId, userId }: OwnBrand) =>
  and(eq(brands.id, brandId), eq(brands.userId, userId), isNull(brands.deletedAt))

const isOfBrand = ({ brandId, userId }: OwnBrand) =>
  and(eq(voiceSamples.brandId, brandId), eq(voiceSamples.userId, userId))

export const toSample = (row: typeof voiceSamples.$inferSelect): VoiceSample => ({
  id: row.id,
  content: row.content,
  title: row.title,
  documentId: row.documentId,
  sourceId: row.sourceId,
  createdAt: row.createdAt.toISOString(),
})

/**
 * Locks the user's brand until the transaction ends, so that changes of its voice follow each other.
 * @throws {AppError} NOT_FOUND
 */
export async function lockBrand(tx: Db, key: OwnBrand): Promise<void> {
  const [brand] = await tx
    .select({ id: brands.id })
    .from(brands)
    .where(isOwnAndKept(key))
    .for('no key update')
  if (!brand) throw notFound('Brand')
}

/** @throws {AppError} NOT_FOUND for a brand that is missing, deleted or of another user. */
export async function getBrandVoice(db: Db, key: OwnBrand): Promise<BrandVoice> {
  const [row] = await db
    .select({
      voice: brandVoices,
      // Drizzle omits the table in a query of one table; the qualified names are written out.
      samples: sql<number>`(select count(*)::int from voice_samples where brand_id = brands.id)`,
    })
    .from(brands)
    .leftJoin(brandVoices, eq(brandVoices.brandId, brands.id))
    .where(isOwnAndKept(key))
  if (!row) throw notFound('Brand')
  const { voice, samples } = row
  return {
    brandId: key.brandId,
    samples,
    features: voice?.features ?? null,
    forbiddenWords: voice?.forbiddenWords ?? [],
    favouriteWords: voice?.favouriteWords ?? [],
    moves: voice?.moves ?? [],
    goodExample: voice?.goodExample ?? '',
    badExample: voice?.badExample ?? '',
  }
}

/** Replaces all fields but the samples. @throws {AppError} NOT_FOUND */
export const updateBrandVoice = (db: Db, { brandId, userId, ...fields }: UpdateBrandVoice & OwnBrand) =>
  db.transaction(async (tx) => {
    await lockBrand(tx, { brandId, userId })
    await storeVoice(tx, { brandId, userId }, fields)
    return getBrandVoice(tx, { brandId, userId })
  })

/** Call under {@link lockBrand}. */
async function storeVoice(
  tx: Db,
  key: OwnBrand,
  fields: Partial<Omit<typeof brandVoices.$inferInsert, keyof OwnBrand>>,
): Promise<void> {
  await tx
    .insert(brandVoices)
    .values({ ...key, ...fields })
    .onConflictDoUpdate({ target: brandVoices.brandId, set: { ...fields, updatedAt: sql`now()` } })
}

/** All samples of a brand, oldest first. @throws {AppError} NOT_FOUND */
export async function listSamples(db: Db, key: OwnBrand): Promise<VoiceSample[]> {
  if ((await db.$count(brands, isOwnAndKept(key))) === 0) throw notFound('Brand')
  const rows = await db
    .select()
    .from(voiceSamples)
    .where(isOfBrand(key))
    .orderBy(asc(voiceSamples.createdAt), asc(voiceSamples.id))
  return rows.map(toSample)
}

/** Measures the samples of a brand and stores the result. Call under {@link lockBrand}. */
export async function measureSamples(tx: Db, key: OwnBrand): Promise<void> {
  const samples = await tx
    .select({ content: voiceSamples.content })
    .from(voiceSamples)
    .where(isOfBrand(key))
    .orderBy(asc(voiceSamples.createdAt), asc(voiceSamples.id))
  const isEnough = samples.length >= VOICE_LIMITS.samplesMin
  const features = isEnough ? measureVoice(samples.map(({ content }) => content)) : null
  await storeVoice(tx, key, { features })
}
