import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { passages } from '../collections.ts'
import { bytes, optionalInstant, varbit } from '../columns.ts'

/**
 * The vector of a passage in one space, beside its words. The code ranks an owner's passages roughly, the components
 * rank the best of them.
 */
export const passageVectors = pgTable(
  'passage_vectors',
  {
    passageId: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** Provider, model and dimension. */
    space: text().notNull(),
    /** The sign of each component. */
    code: varbit().notNull(),
    /** Components as signed bytes, to be multiplied by `scale`. */
    vector: bytes().notNull(),
    scale: real().notNull(),
  },
  (t) => [
    // Covers the comparison of codes, which would otherwise read the page of every vector.
    index('passage_vectors_codes_idx').on(t.ownerId, t.space, t.sourceId, t.code, t.passageId),
    check('passage_vectors_length_check', sql`length(${t.code}) = length(${t.vector})`),
    foreignKey({
      name: 'passage_vectors_passage_fk',
      columns: [t.ownerId, t.sourceId, t.passageId],
      foreignColumns: [passages.ownerId, passages.sourceId, passages.id],
    }).onDelete('cascade'),
  ],
)

/** Whose turn it is to embed passages: one instance at a time, so that all keep to one pace. One row. */
export const embeddingTurns = pgTable(
  'embedding_turns',
  {
    id: integer().primaryKey().default(1),
    workerId: uuid(),
    leaseUntil: optionalInstant(),
    /** No call before. */
    nextAt: optionalInstant().notNull().defaultNow(),
    /** Calls in a row that failed. */
    failures: integer().notNull().default(0),
  },
  (t) => [check('embedding_turns_one_check', sql`${t.id} = 1`)],
)
