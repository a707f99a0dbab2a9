import { and, count, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PeopleMail, PeopleMailReach, PeopleMailSelection } from '#shared/contract/people-mails.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { dayOf, ZONE } from '../../db/local-day.ts'
import { mailOptOuts, peopleMailRecipients, peopleMails, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { filterOf, STATUS } from '../users/users-filter.queries.ts'

type MailRow = typeof peopleMails.$inferSelect

const LISTED = 10

type Counted = Pick<PeopleMail, 'sent' | 'leftOut' | 'refused' | 'unconfirmed'>
const NONE: Counted = { sent: 0, leftOut: 0, refused: 0, unconfirmed: 0 }

const toMail = (row: MailRow, counted: Counted): PeopleMail => ({
  ...{ id: row.id, subject: row.subject, status: row.status, recipients: row.recipients },
  ...{ banned: row.banned, unverified: row.unverified, unsubscribed: row.unsubscribed },
  ...counted,
  pausedUntil: row.pausedUntil?.toISOString() ?? null,
  startedByName: row.startedByName,
  startedAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

const withProblem = (problem: 'left-out' | 'refused' | 'unconfirmed') =>
  sql<number>`count(*) filter (where ${peopleMailRecipients.problem} = ${problem})::int`

async function toMails(db: Db, rows: MailRow[]): Promise<PeopleMail[]> {
  const mails: PeopleMail[] = []
  for (const row of rows) {
    const [counted = NONE] = await db
      .select({
        sent: sql<number>`count(${peopleMailRecipients.sentAt})::int`,
        leftOut: withProblem('left-out'),
        refused: withProblem('refused'),
        unconfirmed: withProblem('unconfirmed'),
      })
      .from(peopleMailRecipients)
      .where(eq(peopleMailRecipients.mailId, row.id))
    mails.push(toMail(row, counted))
  }
  return mails
}

/** The newest mails to many. */
export async function listMails(db: Db): Promise<PeopleMail[]> {
  const rows = await db
    .select()
    .from(peopleMails)
    .orderBy(desc(peopleMails.createdAt), desc(peopleMails.id))
    .limit(LISTED)
  return toMails(db, rows)
}

/** Undefined for an id without a mail. */
export async function findMail(db: Db, { mailId }: { mailId: string }): Promise<PeopleMail | undefined> {
  const rows = await db.select().from(peopleMails).where(eq(peopleMails.id, mailId))
  return (await toMails(db, rows))[0]
}

/** @throws {AppError} NOT_FOUND */
export async function getMail(db: Db, of: { mailId: string }): Promise<PeopleMail> {
  const mail = await findMail(db, of)
  if (!mail) throw new AppError('NOT_FOUND', 'Não encontramos esse e-mail.')
  return mail
}

const startOfToday = sql`(${dayOf()}::timestamp at time zone ${ZONE})`

/** How many mails to many the house has started today, in America/Sao_Paulo. */
export const countMailsOfToday = (db: Db): Promise<number> =>
  db.$count(peopleMails, gte(peopleMails.createdAt, startOfToday))

/** The first reason for which an account gets no mail to many; null for one that does. */
const LEFT_OUT = sql<'banned' | 'unverified' | 'unsubscribed' | null>`case
  when ${STATUS.banned} then 'banned'
  when not ${users.emailVerified} then 'unverified'
  when exists (select from ${mailOptOuts} where ${mailOptOuts.userId} = ${users.id}) then 'unsubscribed' end`

/** Whether an account gets mails to many. */
export const getsMails = sql`${LEFT_OUT} is null`

const selected = (db: Db, { userIds, filter }: PeopleMailSelection): SQL =>
  filterOf(db, { ...filter, userIds }) ?? sql`true`

/** Who of a selection gets a mail, and how many do not, each counted once. */
export async function countReach(db: Db, selection: PeopleMailSelection): Promise<PeopleMailReach> {
  const rows = await db
    .select({
      reason: sql<keyof PeopleMailReach>`coalesce(${LEFT_OUT}, 'recipients')`.as('reason'),
      people: count(),
    })
    .from(users)
    .where(selected(db, selection))
    .groupBy(sql`reason`)
  const reach = { recipients: 0, banned: 0, unverified: 0, unsubscribed: 0 }
  for (const { reason, people } of rows) reach[reason] = people
  return reach
}

const BUSY_TEXT = 'Outro e-mail a muitas pessoas está saindo. Espere ele terminar, ou cancele.'

type NewMail = Pick<MailRow, 'id' | 'subject' | 'content'> & {
  selection: PeopleMailSelection
  reach: PeopleMailReach
  actor: { id: string; name: string }
}

/** Starts a mail to the people of a selection who get mails. Needs a transaction. @throws {AppError} CONFLICT */
export async function createMail(tx: Db, { selection, reach, actor, ...text }: NewMail): Promise<number> {
  await tx
    .insert(peopleMails)
    .values({
      ...text,
      ...reach,
      filter: selection.filter ?? null,
      startedBy: actor.id,
      startedByName: actor.name,
    })
    .catch((error) => {
      const isBusy = constraintOf(error) === 'people_mails_running_key'
      throw isBusy ? new AppError('CONFLICT', BUSY_TEXT) : error
    })
  const { rowCount } = await tx.execute(sql`
    insert into people_mail_recipients (mail_id, user_id)
    select ${text.id}, ${users.id} from ${users} where ${selected(tx, selection)} and ${getsMails}
    limit ${PEOPLE_LIMITS.mailPeople + 1}`)
  return rowCount ?? 0
}

/** Serialises the starts of mails until the transaction ends, so that the limits hold for calls at once. */
export async function lockStarts(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('people-mails', 0))`)
}

/** Ends a running mail; it stays with those who have it. False for one that has ended. */
export async function endMail(
  tx: Db,
  { mailId, status }: { mailId: string; status: 'done' | 'canceled' },
): Promise<boolean> {
  const rows = await tx
    .update(peopleMails)
    .set({ status, endedAt: sql`now()`, pausedUntil: null })
    .where(and(eq(peopleMails.id, mailId), eq(peopleMails.status, 'running')))
    .returning({ id: peopleMails.id })
  return rows.length > 0
}

/** Deletes mails with their recipients a month after they started. */
export async function purgeMails(db: Db): Promise<void> {
  const isOld = lt(peopleMails.createdAt, sql`now() - interval '30 days'`)
  await db.delete(peopleMails).where(and(isOld, sql`${peopleMails.status} <> 'running'`))
}

export const isOpen = and(
  isNull(peopleMailRecipients.takenAt),
  isNull(peopleMailRecipients.sentAt),
  isNull(peopleMailRecipients.problem),
)
export const isTaken = and(
  isNotNull(peopleMailRecipients.takenAt),
  isNull(peopleMailRecipients.sentAt),
  isNull(peopleMailRecipients.problem),
)
