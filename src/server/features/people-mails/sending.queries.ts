import { and, asc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import type { Db } from '../../db/connect.ts'
import { peopleMailRecipients, peopleMails, users } from '../../db/schema/index.ts'
import { isAdministrator } from '../people-actions/people-actions.queries.ts'
import { endMail, getsMails, isOpen, isTaken } from './people-mails.queries.ts'

/** Longer than one try takes; after it the process that took the row is dead. */
const LEASE = sql.raw(`interval '5 minutes'`)
const PAUSE = sql.raw(`interval '1 minute'`)
const MOST_TRIES = 10

export type TakenMail = {
  mailId: string
  subject: string
  content: string
  userId: string
  name: string
  email: string
}

const row = ({ mailId, userId }: Pick<TakenMail, 'mailId' | 'userId'>) =>
  and(eq(peopleMailRecipients.mailId, mailId), eq(peopleMailRecipients.userId, userId))

/** Whether a mail is being sent. Cheap, since most seconds have none. */
export async function isMailRunning(db: Db): Promise<boolean> {
  return (await db.$count(peopleMails, eq(peopleMails.status, 'running'))) > 0
}

/**
 * Takes the next recipients of the running mail within the rate of the house. Each is taken once, also by several
 * instances, before it is sent: one whose process died is marked as unconfirmed, because a second mail is worse than none.
 * Ends a mail without recipients left, or whose administrator may not go on.
 */
export function takeMails(db: Db, { limit }: { limit: number }): Promise<TakenMail[]> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(peopleMails)
      .where(eq(peopleMails.status, 'running'))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!mail) return []
    const { id: mailId, subject, content, startedBy } = mail
    const ofMail = eq(peopleMailRecipients.mailId, mailId)
    if (!(await isAdministrator(tx, { userId: startedBy }))) {
      await endMail(tx, { mailId, status: 'canceled' })
      return []
    }
    const isLost = lt(peopleMailRecipients.takenAt, sql`now() - ${LEASE}`)
    await tx
      .update(peopleMailRecipients)
      .set({ problem: 'unconfirmed' })
      .where(and(ofMail, isTaken, isLost))
    if (mail.pausedUntil && mail.pausedUntil > new Date()) return []

    const lately = gt(peopleMailRecipients.takenAt, sql`now() - interval '1 minute'`)
    const room = PEOPLE_LIMITS.mailsPerMinute - (await tx.$count(peopleMailRecipients, lately))
    if (room <= 0) return []
    const due = await tx
      .select({
        userId: users.id,
        name: users.name,
        email: users.email,
        getsMails: sql<boolean>`${getsMails}`,
      })
      .from(peopleMailRecipients)
      .innerJoin(users, eq(users.id, peopleMailRecipients.userId))
      .where(and(ofMail, isOpen))
      .orderBy(asc(peopleMailRecipients.tries), asc(users.id))
      .limit(Math.min(limit, room))
    if (due.length === 0) {
      if ((await tx.$count(peopleMailRecipients, and(ofMail, isTaken))) === 0) {
        await endMail(tx, { mailId, status: 'done' })
      }
      return []
    }
    const idsOf = (gets: boolean) => due.filter((it) => it.getsMails === gets).map(({ userId }) => userId)
    const change = (gets: boolean) => and(ofMail, inArray(peopleMailRecipients.userId, idsOf(gets)))
    await tx.update(peopleMailRecipients).set({ problem: 'left-out' }).where(change(false))
    await tx
      .update(peopleMailRecipients)
      .set({ takenAt: sql`now()`, tries: sql`${peopleMailRecipients.tries} + 1` })
      .where(change(true))
    return due
      .filter((it) => it.getsMails)
      .map(({ getsMails: _gets, ...person }) => ({ mailId, subject, content, ...person }))
  })
}

/** Stores the outcome of a try. `later`: it is tried again after a pause of the whole mail, ten times at most. */
export async function storeOutcome(
  db: Db,
  { outcome, ...of }: TakenMail & { outcome: 'sent' | 'refused' | 'later' },
): Promise<void> {
  if (outcome === 'sent') {
    await db.update(peopleMailRecipients).set({ sentAt: sql`now()`, problem: null }).where(row(of))
    return
  }
  const isOver = outcome === 'refused' ? undefined : gte(peopleMailRecipients.tries, MOST_TRIES)
  await db
    .update(peopleMailRecipients)
    .set({ problem: 'refused' })
    .where(and(row(of), isOver))
  if (outcome === 'refused') return
  await db
    .update(peopleMailRecipients)
    .set({ takenAt: null })
    .where(and(row(of), isTaken))
  await db
    .update(peopleMails)
    .set({ pausedUntil: sql`now() + ${PAUSE}` })
    .where(and(eq(peopleMails.id, of.mailId), eq(peopleMails.status, 'running')))
}

/** Gives back mails that were not tried, as when the process stops. */
export async function giveBack(db: Db, taken: TakenMail[]): Promise<void> {
  for (const it of taken) {
    await db
      .update(peopleMailRecipients)
      .set({ takenAt: null, tries: sql`${peopleMailRecipients.tries} - 1` })
      .where(and(row(it), isTaken))
  }
}
