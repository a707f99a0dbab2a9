import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { EDIT_KINDS, type EditKind } from '#shared/voice/edits.ts'
import type { VoiceFeatures } from '#shared/voice/features.ts'
import { brands } from './brands.ts'
import { sources } from './collections.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'
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

/** A text of the brand, as a copy: a later change of its document or source does not change the voice. */
export const voiceSamples = pgTable(
  'voice_samples',
  {
    id: id(),
    brandId: uuid().notNull(),
    userId: uuid().notNull(),
    title: text(),
    content: text().notNull(),
    documentId: uuid().references(() => documents.id, { onDelete: 'set null' }),
    sourceId: uuid().references(() => sources.id, { onDelete: 'set null' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('voice_samples_brand_idx').on(t.brandId, t.id),
    index('voice_samples_document_idx').on(t.documentId),
    index('voice_samples_source_idx').on(t.sourceId),
    foreignKey({
      name: 'voice_samples_brand_fk',
      columns: [t.userId, t.brandId],
      foreignColumns: [brands.userId, brands.id],
    }).onDelete('cascade'),
  ],
)

/** How often a user made one kind of change in texts of a brand, and the answer to the rule that it proposes. */
export const voiceEdits = pgTable(
  'voice_edits',
  {
    brandId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text().$type<EditKind>().notNull(),
    /** The word that was taken out; empty for other kinds. */
    word: text().notNull().default(''),
    seen: integer().notNull(),
    /** Null until the user answers. */
    answer: text({ enum: ['accepted', 'refused'] }),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.brandId, t.kind, t.word] }),
    index('voice_edits_user_idx').on(t.userId, t.brandId),
    oneOf('voice_edits_kind_check', t.kind, EDIT_KINDS),
    oneOf('voice_edits_answer_check', t.answer, ['accepted', 'refused']),
    foreignKey({
      name: 'voice_edits_brand_fk',
      columns: [t.userId, t.brandId],
      foreignColumns: [brands.userId, brands.id],
    }).onDelete('cascade'),
  ],
)
