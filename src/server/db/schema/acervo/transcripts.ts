import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth.ts'
import { HOUSE_OWNER_ID, sources } from '../collections.ts'
import { optionalInstant } from '../columns.ts'

/**
 * The paid transcript of an audio whose passages are not all stored yet, as WebVTT, so that no reading pays it twice. It
 * is deleted with the last passage.
 */
export const sourceTranscripts = pgTable(
  'source_transcripts',
  {
    sourceId: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    text: text().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'source_transcripts_source_fk',
      columns: [t.ownerId, t.sourceId],
      foreignColumns: [sources.ownerId, sources.id],
    }).onDelete('cascade'),
  ],
)

/** Seconds of audio that were transcribed per owner and day, in America/Sao_Paulo; deleted sources stay counted. */
export const transcriptionDays = pgTable(
  'transcription_days',
  {
    ownerId: uuid().notNull(),
    /** Account of the owner; null for the house. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    seconds: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.day] }),
    index('transcription_days_user_idx').on(t.userId),
    check(
      'transcription_days_owner_check',
      sql`${t.userId} = ${t.ownerId} or (${t.userId} is null and ${t.ownerId} = ${sql.raw(`'${HOUSE_OWNER_ID}'`)})`,
    ),
  ],
)
