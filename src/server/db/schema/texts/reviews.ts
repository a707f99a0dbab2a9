import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type Channel, SEVERITIES, type Severity } from '#shared/revisor/rules.ts'
import { attachments } from '../attachments.ts'
import { users } from '../auth.ts'
import { id, oneOf, optionalInstant, timestamps } from '../columns.ts'
import { documents } from '../documents.ts'

/** What each version of a rule keeps. */
const wording = () => ({
  isEnabled: boolean().notNull().default(true),
  severity: text().$type<Severity>().notNull(),
  title: text().notNull(),
  why: text().notNull(),
  suggestion: text().notNull(),
  source: text().notNull(),
  sourceAddress: text().notNull(),
  readAt: date(),
  isLawyerReviewed: boolean().notNull().default(false),
  channels: text().array().$type<Channel[]>().notNull(),
  phrases: text().array().notNull().default([]),
})

/** The rules of the Revisor: those of the code by their names, and those that administrators added. */
export const reviewRules = pgTable(
  'review_rules',
  {
    id: text().primaryKey(),
    /** Grows with each change. */
    version: integer().notNull().default(1),
    isOwn: boolean().notNull().default(false),
    ...wording(),
    ...timestamps,
  },
  (t) => [oneOf('review_rules_severity_check', t.severity, SEVERITIES)],
)

/** Every version of a rule, the one in force included; they go with the rule. */
export const reviewRuleVersions = pgTable(
  'review_rule_versions',
  {
    ruleId: text()
      .notNull()
      .references(() => reviewRules.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    ...wording(),
    /** The code renews a rule only while its version in force is the code's own. */
    isByCode: boolean().notNull().default(false),
    /** Null for a version of the code, and after the account is deleted. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null for a version of the code, and for one that was stored before authors were. */
    authorName: text(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.ruleId, t.version] }),
    oneOf('review_rule_versions_severity_check', t.severity, SEVERITIES),
  ],
)

/** How often the rules have changed; the one row of the house. */
export const reviewRulesState = pgTable(
  'review_rules_state',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull().default(1),
    /** Null before the first change. */
    changedAt: optionalInstant(),
  },
  (t) => [check('review_rules_state_one_row', sql`${t.id} = 1`)],
)

/** Findings of a document that its owner ignores or has proved, by their rule and exact words. */
export const reviewNotes = pgTable(
  'review_notes',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    ruleId: text().notNull(),
    kind: text({ enum: ['ignored', 'proved'] }).notNull(),
    quote: text().notNull(),
    reason: text().notNull(),
    /** The source of the Acervo that proves it. No foreign key: a deleted source is named as such. */
    sourceId: uuid(),
    /** The file that proves it; it goes with its last remark. */
    attachmentId: uuid().references(() => attachments.id, { onDelete: 'set null' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('review_notes_document_idx').on(t.documentId, t.createdAt, t.id),
    index('review_notes_user_idx').on(t.userId, t.id),
    index('review_notes_attachment_idx').on(t.attachmentId).where(sql`${t.attachmentId} is not null`),
    oneOf('review_notes_kind_check', t.kind, ['ignored', 'proved']),
  ],
)
