import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import {
  accounts,
  agents,
  attachments,
  auditEntries,
  type ChatOrigin,
  chats,
  credentials,
  knownDevices,
  messages,
  noticeDismissals,
  notices,
  onboardings,
  plans,
  sessions,
  subscriptions,
  termsAcceptances,
  uploads,
  users,
} from '../../db/schema/index.ts'
import { listEmailChanges } from '../email-changes/email-changes.queries.ts'
import { listProvedPurchaseClaims } from '../purchase-claims/purchase-claims.queries.ts'
import { listViews } from '../tutorials/tutorial-views.queries.ts'
import { type ExportedPassage, passagesColumn } from './export-chats.queries.ts'
import { readOwnUsage } from './export-usage.queries.ts'

/** Rows per query; no connection is held between two queries. */
export const PAGE = 100
/** The same for messages, which may be 200 kB each and wait in memory for a slow reader. */
const MESSAGES_PAGE = 25

/** The account's small tables, without tokens, passwords or hashes. */
export async function readAccount(db: Db, { userId }: { userId: string }) {
  const [person] = await db.select().from(users).where(eq(users.id, userId))
  const logins = await db
    .select({
      providerId: accounts.providerId,
      accountId: accounts.accountId,
      scope: accounts.scope,
      createdAt: accounts.createdAt,
      updatedAt: accounts.updatedAt,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  const open = await db
    .select({
      id: sessions.id,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    // For sessions of an impersonating administrator, address and browser are the administrator's.
    .where(and(eq(sessions.userId, userId), isNull(sessions.impersonatedBy)))
  const devices = await db
    .select({ lastSeenAt: knownDevices.lastSeenAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
  const owned = await db
    .select({ plan: plans.displayName, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.userId, userId))
  const accepted = await db
    .select({ version: termsAcceptances.version, acceptedAt: termsAcceptances.acceptedAt })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, userId))
  const images = await db
    .select({ name: uploads.key, bytes: uploads.bytes, createdAt: uploads.createdAt })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gt(uploads.bytes, 0)))
    .orderBy(asc(uploads.createdAt), asc(uploads.id))
  const [onboarding = null] = await db
    .select({
      answers: onboardings.answers,
      createdAt: onboardings.createdAt,
      updatedAt: onboardings.updatedAt,
    })
    .from(onboardings)
    .where(eq(onboardings.userId, userId))
  const keys = await db
    .select({
      name: credentials.name,
      provider: credentials.provider,
      lastFour: credentials.lastFour,
      status: credentials.status,
      isActive: credentials.isActive,
      allowsFallback: credentials.allowsFallback,
      checkedAt: credentials.checkedAt,
      deletedAt: credentials.deletedAt,
      createdAt: credentials.createdAt,
      updatedAt: credentials.updatedAt,
    })
    .from(credentials)
    .where(eq(credentials.userId, userId))
    .orderBy(asc(credentials.createdAt), asc(credentials.id))
  const putAway = await db
    .select({ notice: notices.content, dismissedAt: noticeDismissals.createdAt })
    .from(noticeDismissals)
    .innerJoin(notices, eq(notices.id, noticeDismissals.noticeId))
    .where(eq(noticeDismissals.userId, userId))
    .orderBy(asc(noticeDismissals.createdAt))
  const usage = await readOwnUsage(db, { userId })
  return {
    profile: person,
    logins,
    sessions: open,
    knownDevices: devices,
    subscriptions: owned.map(({ plan, subscription }) => ({ plan, ...subscription })),
    termsAcceptances: accepted,
    onboarding,
    credentials: keys,
    tutorialViews: await listViews(db, { userId }),
    dismissedNotices: putAway,
    purchaseClaims: await listProvedPurchaseClaims(db, { userId }),
    emailChanges: await listEmailChanges(db, { userId }),
    ...usage,
    uploads: images,
  }
}

export type Account = Awaited<ReturnType<typeof readAccount>>

/** Yields pages until one is not full, each loaded once the previous one was consumed. */
export async function* pages<Row>(
  load: (last: Row | undefined) => Promise<Row[]>,
  size = PAGE,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await load(last)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

/** All chats of a user, including deleted ones before the purge, oldest first, in pages. */
export const chatPages = (db: Db, { userId }: { userId: string }) =>
  pages<ExportedChat>((last) =>
    db
      .select(chatColumns)
      .from(chats)
      .innerJoin(agents, eq(agents.id, chats.agentId))
      .where(
        and(
          eq(chats.userId, userId),
          last &&
            sql`(${chats.createdAt}, ${chats.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(chats.createdAt), asc(chats.id))
      .limit(PAGE),
  )

const chatColumns = {
  id: chats.id,
  title: chats.title,
  agent: agents.name,
  origin: chats.origin,
  pinnedAt: chats.pinnedAt,
  archivedAt: chats.archivedAt,
  deletedAt: chats.deletedAt,
  createdAt: chats.createdAt,
  updatedAt: chats.updatedAt,
}
export type ExportedChat = {
  id: string
  title: string
  agent: string
  origin: ChatOrigin | null
  pinnedAt: Date | null
  archivedAt: Date | null
  deletedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** All attachments of a user, sent or not, with their messages, oldest first, in pages. */
export const attachmentPages = (db: Db, { userId }: { userId: string }) =>
  pages<ExportedAttachment>((last) =>
    db
      .select({
        id: attachments.id,
        key: attachments.key,
        name: attachments.name,
        kind: attachments.kind,
        mediaType: attachments.mediaType,
        bytes: attachments.bytes,
        messageIds: sql<string[]>`array(select message_id from message_attachments
          where attachment_id = ${attachments.id} order by message_id)`,
        createdAt: attachments.createdAt,
      })
      .from(attachments)
      .where(
        and(eq(attachments.userId, userId), gt(attachments.bytes, 0), last && gt(attachments.id, last.id)),
      )
      .orderBy(asc(attachments.id))
      .limit(PAGE),
  )

export type ExportedAttachment = Pick<
  typeof attachments.$inferSelect,
  'id' | 'key' | 'name' | 'kind' | 'mediaType' | 'bytes' | 'createdAt'
> & { messageIds: string[] }

/** All messages of a user's chat on every branch, in sequence order, in pages. */
export const messagePages = (db: Db, { chatId, userId }: { chatId: string; userId: string }) =>
  pages(
    (last: ExportedMessage | undefined) =>
      db
        .select(messageColumns)
        .from(messages)
        .innerJoin(chats, eq(chats.id, messages.chatId))
        .where(and(eq(messages.chatId, chatId), eq(chats.userId, userId), gt(messages.seq, last?.seq ?? 0)))
        .orderBy(asc(messages.seq))
        .limit(MESSAGES_PAGE),
    MESSAGES_PAGE,
  )

const messageColumns = {
  id: messages.id,
  seq: messages.seq,
  parentId: messages.parentId,
  sender: messages.sender,
  content: messages.content,
  status: messages.status,
  errorCode: messages.errorCode,
  finishReason: messages.finishReason,
  context: messages.context,
  grounding: messages.grounding,
  ownKey: messages.ownKey,
  ...{ quotaMonth: messages.quotaMonth, extraId: messages.extraId },
  feedback: messages.feedback,
  feedbackReason: messages.feedbackReason,
  feedbackAt: messages.feedbackAt,
  feedbackReview: messages.feedbackReview,
  feedbackReviewedAt: messages.feedbackReviewedAt,
  attachments: sql<{ id: string; name: string }[]>`array(
    select json_build_object('id', attachments.id, 'name', attachments.name) from message_attachments
    join attachments on attachments.id = attachment_id where message_id = ${messages.id} order by position)`,
  passages: passagesColumn,
  deletedAt: messages.deletedAt,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
}
export type ExportedMessage = Pick<
  typeof messages.$inferSelect,
  Exclude<keyof typeof messageColumns, 'attachments' | 'passages'>
> & { attachments: { id: string; name: string }[]; passages: ExportedPassage[] }

/** Audit entries in pages: actions on a user with all details, their own without the data of others. */
export const auditPages = (db: Db, { userId }: { userId: string }) =>
  pages<
    Pick<typeof auditEntries.$inferSelect, 'id' | 'createdAt' | 'action' | 'ipAddress' | 'userAgent'> & {
      as: string
      details: unknown
    }
  >((last) =>
    db
      .select({
        id: auditEntries.id,
        createdAt: auditEntries.createdAt,
        action: auditEntries.action,
        as: sql<string>`case when ${auditEntries.subjectId} = ${userId} then 'subject' else 'actor' end`,
        details: sql<unknown>`case when ${auditEntries.subjectId} = ${userId} then ${auditEntries.details} end`,
        ipAddress: sql<
          string | null
        >`case when ${auditEntries.actorId} = ${userId} then ${auditEntries.ipAddress} end`,
        userAgent: sql<
          string | null
        >`case when ${auditEntries.actorId} = ${userId} then ${auditEntries.userAgent} end`,
      })
      .from(auditEntries)
      .where(
        and(
          or(eq(auditEntries.subjectId, userId), eq(auditEntries.actorId, userId)),
          last && gt(auditEntries.id, last.id),
        ),
      )
      .orderBy(asc(auditEntries.id))
      .limit(PAGE),
  )
