import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { SourceKind, SourceState } from '#shared/contract/sources.ts'
import { agents } from './agents.ts'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps, tsvector } from './columns.ts'
import { documents } from './documents.ts'
import { tutorials } from './tutorials.ts'

/** The owner of the collections that administrators attach to agents; no account has this id. */
export const HOUSE_OWNER_ID = '00000000-0000-7000-8000-00000000c0de'

/** Account of a person's rows; null for those of the house. */
const userId = () => uuid().references(() => users.id, { onDelete: 'cascade' })

/** A group of sources. `ownerId` is the account, or the house; each row below carries it in its foreign key. */
export const collections = pgTable(
  'collections',
  {
    id: id(),
    ownerId: uuid().notNull(),
    userId: userId(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Readers of a house collection may fetch the files of its sources. */
    allowsDownload: boolean().notNull().default(false),
    /** Its sources are to be deleted with their files; only the sweep sees the row. */
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    check(
      'collections_owner_check',
      // Never null, which a check takes for true.
      sql`coalesce(${t.userId} = ${t.ownerId}, ${t.ownerId} = ${sql.raw(`'${HOUSE_OWNER_ID}'`)})`,
    ),
    unique('collections_owner_id_key').on(t.ownerId, t.id),
    index('collections_user_idx').on(t.userId),
  ],
)

/** House collections that an agent reads. */
export const agentCollections = pgTable(
  'agent_collections',
  {
    agentId: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    collectionId: uuid().notNull(),
    ownerId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.collectionId] }),
    check('agent_collections_house_check', sql`${t.ownerId} = ${sql.raw(`'${HOUSE_OWNER_ID}'`)}`),
    index('agent_collections_collection_idx').on(t.collectionId),
    foreignKey({
      name: 'agent_collections_collection_fk',
      columns: [t.ownerId, t.collectionId],
      foreignColumns: [collections.ownerId, collections.id],
    }).onDelete('cascade'),
  ],
)

/** A file, page or document; also the job that reads it, of which an owner has one at a time. */
export const sources = pgTable(
  'sources',
  {
    id: id(),
    ownerId: uuid().notNull(),
    collectionId: uuid().notNull(),
    name: text().notNull(),
    kind: text().$type<SourceKind>().notNull(),
    /** Name of the file in the store; null for pages and documents. */
    key: text(),
    mediaType: text().notNull().default(''),
    bytes: integer().notNull().default(0),
    address: text(),
    documentId: uuid().references(() => documents.id, { onDelete: 'set null' }),
    /** The tutorial whose video has these subtitles; sources of the house only. */
    tutorialId: uuid().references(() => tutorials.id, { onDelete: 'set null' }),
    /** Of the file, the address or the document's id: the same twice in a collection is one source. */
    contentHash: text().notNull(),
    state: text().$type<SourceState>().notNull().default('queued'),
    /** Passages of the version that is being stored, of those that the reading found. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    failure: text(),
    /** Another reading may succeed; false for a file that is refused as it is. */
    canRetry: boolean().notNull().default(true),
    /** The version whose passages a search finds; 0 for none. The one that is being stored is the next. */
    version: integer().notNull().default(0),
    passages: integer().notNull().default(0),
    /** Of the PDF with these passages. */
    pagesWithoutText: integer().notNull().default(0),
    /** When it was last asked to be read. */
    queuedAt: optionalInstant().notNull().defaultNow(),
    /** The instance that reads it; null when none does. */
    workerId: uuid(),
    /** The end of its lease; without one, when the next attempt is due. */
    leaseUntil: optionalInstant(),
    /** Leases since the last stored passages: a source that ends its process does so a few times only. */
    attempts: integer().notNull().default(0),
    /** The space of its passages' vectors, empty before the first one, and how many were embedded or passed over. */
    vectorSpace: text().notNull().default(''),
    vectors: integer().notNull().default(0),
    /** Set when its last passages were refused; no vectors are asked for before. */
    vectorsAfter: optionalInstant(),
    /** Its file is not stored yet, is to be deleted, or waits to replace another; only the sweep sees the row. */
    deletedAt: optionalInstant(),
    /** The source whose next reading reads this row's file; the row is a hidden one. */
    replacesId: uuid().references((): AnyPgColumn => sources.id, { onDelete: 'set null' }),
    ...timestamps,
  },
  (t) => [
    oneOf('sources_kind_check', t.kind, SourceKind.options),
    oneOf('sources_state_check', t.state, SourceState.options),
    check(
      'sources_tutorial_check',
      sql`${t.tutorialId} is null or (${t.ownerId} = ${sql.raw(`'${HOUSE_OWNER_ID}'`)} and ${t.kind} in ('srt', 'vtt'))`,
    ),
    unique('sources_owner_id_key').on(t.ownerId, t.id),
    uniqueIndex('sources_content_key').on(t.collectionId, t.contentHash).where(sql`${t.deletedAt} is null`),
    uniqueIndex('sources_working_key').on(t.ownerId).where(sql`${t.workerId} is not null`),
    index('sources_queue_idx')
      .on(t.queuedAt)
      .where(
        sql`${t.deletedAt} is null and ${t.state} in ('queued', 'reading', 'transcribing', 'splitting', 'indexing')`,
      ),
    index('sources_space_idx').on(t.vectorSpace).where(sql`${t.deletedAt} is null and ${t.version} > 0`),
    index('sources_vectors_idx')
      .on(t.queuedAt)
      .where(sql`${t.deletedAt} is null and ${t.version} > 0 and ${t.vectors} < ${t.passages}`),
    index('sources_collection_idx').on(t.collectionId, t.createdAt, t.id),
    index('sources_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    uniqueIndex('sources_replaces_key').on(t.replacesId).where(sql`${t.replacesId} is not null`),
    index('sources_document_idx').on(t.documentId),
    index('sources_tutorial_idx').on(t.tutorialId),
    foreignKey({
      name: 'sources_collection_fk',
      columns: [t.ownerId, t.collectionId],
      foreignColumns: [collections.ownerId, collections.id],
    }).onDelete('cascade'),
  ],
)

/** A part of a source's text, with its place. A search finds those of the source's current version. */
export const passages = pgTable(
  'passages',
  {
    id: id(),
    ownerId: uuid().notNull(),
    sourceId: uuid().notNull(),
    version: integer().notNull(),
    position: integer().notNull(),
    text: text().notNull(),
    /** An estimate. */
    tokens: integer().notNull(),
    hash: text().notNull(),
    page: integer(),
    headings: text().array().notNull(),
    startSecond: integer(),
    /** Of headings and text, each word behind the mark of its owner (migration 0003). */
    vector: tsvector().notNull(),
  },
  (t) => [
    unique('passages_position_key').on(t.sourceId, t.version, t.position),
    index('passages_vector_idx').using('gin', t.vector).with({ fastupdate: false }),
    // For the vectors' foreign key; also finds an owner's.
    unique('passages_owner_id_key').on(t.ownerId, t.sourceId, t.id),
    foreignKey({
      name: 'passages_source_fk',
      columns: [t.ownerId, t.sourceId],
      foreignColumns: [sources.ownerId, sources.id],
    }).onDelete('cascade'),
  ],
)
