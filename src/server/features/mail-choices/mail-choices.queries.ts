import { asc, eq, sql } from 'drizzle-orm'
import type { MailChoice } from '#shared/contract/people-mails.ts'
import type { Db } from '../../db/connect.ts'
import { mailOptOuts, peopleMailRecipients, peopleMails } from '../../db/schema/index.ts'

type Of = { userId: string }

/** Whether a user gets mails to many. */
export async function getMailChoice(db: Db, { userId }: Of): Promise<MailChoice> {
  const [row] = await db.select().from(mailOptOuts).where(eq(mailOptOuts.userId, userId))
  return { isSubscribed: !row, since: row?.createdAt.toISOString() ?? null }
}

/** Repeating changes nothing, also for an account that is gone. */
export async function changeMailChoice(
  db: Db,
  { userId, isSubscribed }: Of & { isSubscribed: boolean },
): Promise<void> {
  if (isSubscribed) {
    await db.delete(mailOptOuts).where(eq(mailOptOuts.userId, userId))
    return
  }
  await db.execute(sql`
    insert into mail_opt_outs (user_id) select id from users where id = ${userId} on conflict do nothing`)
}

/** The choice and the mails to many that a user got, for the export of their data. */
export async function readOwnMails(db: Db, { userId }: Of) {
  const received = await db
    .select({ subject: peopleMails.subject, sentAt: peopleMailRecipients.sentAt })
    .from(peopleMailRecipients)
    .innerJoin(peopleMails, eq(peopleMails.id, peopleMailRecipients.mailId))
    .where(eq(peopleMailRecipients.userId, userId))
    .orderBy(asc(peopleMails.createdAt))
  return { choice: await getMailChoice(db, { userId }), received }
}
