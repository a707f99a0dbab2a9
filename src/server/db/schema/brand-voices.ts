import { foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { VoiceFeatures } from '#shared/voice/features.ts'
import { brands } from './brands.ts'
import { id, optionalInstant, timestamps } from './columns.ts'
import { documents } from './documents.ts'

const list = () => jsonb().$type<string[]>().notNull().default([])

/** How a brand writes. */
export const brandVoices = pgTable(
  'brand_voices',
  {
    brandId: uuid().primaryKey(),
    userId: uuid().notNull(),
    forbiddenWords: list(),
    favouriteWords: list(),
    moves: list(),
    goodExample: text().notNull().default(''),
    badExample: text().notNull().default(''),
    /** Measured at each change of the samples, so that no prompt measures them; null while there are too few. */
    features: jsonb().$type<VoiceFeatures>(),
    ...timestamps,
  },
  (t) => [
    // The same owner as the brand's.
    foreignKey({
      name: 'brand_voices_brand_fk',
      columns: [t.userId, t.brandId],
      foreignColumns: [brands.userId, brands.id],
    }).onDelete('cascade'),
  ],
)

/** A text of the brand, as a copy: a later change of its document does not change the voice. */
export const voiceSamples = pgTable(
  'voice_samples',
  {
    id: id(),
    brandId: uuid().notNull(),
    userId: uuid().notNull(),
    title: text(),
    content: text().notNull(),
    documentId: uuid().references(() => documents.id, { onDelete: 'set null' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('voice_samples_brand_idx').on(t.brandId, t.id),
    index('voice_samples_document_idx').on(t.documentId),
    foreignKey({
      name: 'voice_samples_brand_fk',
      columns: [t.userId, t.brandId],
      foreignColumns: [brands.userId, brands.id],
    }).onDelete('cascade'),
  ],
)
