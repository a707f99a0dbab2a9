import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RequiredField } from '#shared/contract/required-context.ts'
import { LIMITS } from '#shared/limits.ts'
import { CHANNELS, type Channel } from '#shared/revisor/rules.ts'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'
import { labels } from './labels.ts'

/** A single row: triggers count each change of what the gallery shows, labels and plans included. */
export const galleryVersions = pgTable(
  'gallery_versions',
  { id: integer().primaryKey().default(1), version: bigint({ mode: 'number' }).notNull().default(sql`0`) },
  (t) => [check('gallery_versions_single', sql`${t.id} = 1`)],
)

export const agents = pgTable(
  'agents',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    systemPrompt: text().notNull(),
    photoUrl: text(),
    /** Only administrators see it. */
    isDraft: boolean().notNull().default(false),
    /** Open to every account. */
    enableFreePlan: boolean().notNull().default(false),
    /** The plans that open it; null for every plan with `allAgents`. */
    planIds: uuid().array(),
    /** Overrides the installation's model. */
    model: text(),
    /** Messages of the month that one of its replies costs. */
    messageWeight: smallint().notNull().default(1),
    /** Findings of the Revisor's rules stand under its ended replies. */
    reviewsReplies: boolean().notNull().default(false),
    /** Where its replies are published: the rules of this channel review them. */
    reviewChannel: text().$type<Channel>().notNull().default('page'),
    /** Fields that it needs from the context of a message. */
    requiredContext: jsonb().$type<RequiredField[]>().notNull().default([]),
    /** Incremented with every change, for optimistic locking. */
    version: integer().notNull().default(1),
    /** The number of its current row in `agent_versions`. */
    promptVersion: integer().notNull().default(1),
    /** Position in the gallery; ties are broken by id. */
    order: integer().notNull().default(0),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    check(
      'agents_message_weight_check',
      sql`${t.messageWeight} between 1 and ${sql.raw(String(LIMITS.messageWeight))}`,
    ),
    oneOf('agents_review_channel_check', t.reviewChannel, CHANNELS),
    index('agents_gallery_idx').on(t.order, t.id).where(sql`${t.deletedAt} is null`),
  ],
)

const agentId = () =>
  uuid()
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' })

export const agentLabels = pgTable(
  'agent_labels',
  {
    agentId: agentId(),
    labelId: uuid()
      .notNull()
      .references(() => labels.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.labelId] }), index('agent_labels_label_idx').on(t.labelId)],
)

export const promptRecommendations = pgTable(
  'prompt_recommendations',
  {
    id: id(),
    agentId: agentId(),
    content: text().notNull(),
    order: integer().notNull(),
    ...timestamps,
  },
  (t) => [
    check('prompt_recommendations_order_check', sql`${t.order} between 0 and 2`),
    uniqueIndex('prompt_recommendations_agent_order_key').on(t.agentId, t.order),
  ],
)

/** History of an agent's instructions, numbered from 1 per agent. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    id: id(),
    agentId: agentId(),
    number: integer().notNull(),
    systemPrompt: text().notNull(),
    /** Null for the version of the installation, and after the account is deleted. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    authorName: text(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('agent_versions_agent_number_key').on(t.agentId, t.number)],
)
