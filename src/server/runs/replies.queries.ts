import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { ProviderName, Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import type { ReplyEnd } from './reply-feed.ts'

/** How long a writer that says nothing is believed to be alive. Measured by the database's clock alone. */
export const leaseUntil = () => sql`now() + interval '15 seconds'`

const released = { leaseOwner: null, leaseUntil: null }

/** Saves partial texts and renews their leases in one statement. Answers the ids that are still the owner's. */
export async function saveTexts(
  db: Db,
  owner: string,
  replies: { id: string; text: string; provider: ProviderName | null }[],
): Promise<Set<string>> {
  const saved = await db.execute<{ id: string }>(sql`
    update ${messages} set content = saved.content, used_model = saved.used_model, lease_until = ${leaseUntil()}, updated_at = now()
    from unnest(${sql.param(replies.map(({ id }) => id))}::uuid[],
                ${sql.param(replies.map(({ text }) => text))}::text[],
                ${sql.param(replies.map(({ provider }) => provider))}::text[]) as saved (id, content, used_model)
    where ${messages.id} = saved.id and ${messages.leaseOwner} = ${owner} and ${messages.status} = 'running'
    returning ${messages.id}`)
  return new Set(saved.rows.map(({ id }) => id))
}

/** The replies that an owner is still the writer of. */
export async function listOwned(db: Db, owner: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'running'), eq(messages.leaseOwner, owner)))
  return new Set(rows.map(({ id }) => id))
}

/** What a reply is when it ends: its whole text, and the provider's own figures where it gave any. */
export type SettledReply = ReplyEnd & {
  id: string
  text: string
  usage: Usage | undefined
  provider: ProviderName | null
}

/** Writes the end of a reply; false when it is no longer the owner's to end. The first end wins. */
export async function settleReply(db: Db, owner: string, reply: SettledReply): Promise<boolean> {
  const settled = await db
    .update(messages)
    .set({
      content: reply.text,
      status: reply.status,
      errorCode: reply.errorCode,
      finishReason: reply.finishReason,
      nTokens: reply.usage?.nTokens ?? null,
      nCachedTokens: reply.usage?.nCachedTokens ?? null,
      usedModel: reply.provider,
      ...released,
    })
    .where(and(eq(messages.id, reply.id), eq(messages.leaseOwner, owner), eq(messages.status, 'running')))
    .returning({ id: messages.id })
  return settled.length > 0
}

/** Ends a running reply that another instance writes: its next save finds that it lost the row. */
export async function stopElsewhere(db: Db, id: string): Promise<boolean> {
  const stopped = await db
    .update(messages)
    .set({ status: 'stopped', ...released })
    .where(and(eq(messages.id, id), eq(messages.status, 'running')))
    .returning({ id: messages.id })
  return stopped.length > 0
}

/** Marks orphans as interrupted and counts them. `liveIds` are being written here and are left alone. */
export async function interruptOrphans(
  db: Db,
  { liveIds, isAlone }: { liveIds: string[]; isAlone: boolean },
): Promise<number> {
  const orphans = await db
    .update(messages)
    .set({ status: 'interrupted', errorCode: 'server_stopped', ...released })
    .where(
      and(
        eq(messages.status, 'running'),
        isAlone ? undefined : sql`${messages.leaseUntil} < now()`,
        liveIds.length > 0 ? not(inArray(messages.id, liveIds)) : undefined,
      ),
    )
    .returning({ id: messages.id })
  return orphans.length
}

export type StoredReply = { text: string; end: ReplyEnd | undefined }

/** A reply as the database has it; `end` is undefined while somebody writes it. */
export async function readReply(db: Db, id: string): Promise<StoredReply | undefined> {
  const [row] = await db
    .select({
      text: messages.content,
      status: messages.status,
      errorCode: messages.errorCode,
      finishReason: messages.finishReason,
    })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.sender, 'ai')))
  if (!row) return undefined
  const { text, status, errorCode, finishReason } = row
  return { text, end: status === 'running' ? undefined : { status, errorCode, finishReason } }
}
