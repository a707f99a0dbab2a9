import type { CurrentUser } from '#shared/contract/auth.ts'
import type {
  PeopleMail,
  PeopleMails,
  PeopleMailTest,
  PeopleMailTested,
  StartPeopleMail,
} from '#shared/contract/people-mails.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { reserveMail } from '../../auth/mail/mail-limit.ts'
import { writtenMail } from '../../auth/mail/written-message.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import {
  countMailsOfToday,
  countReach,
  createMail,
  endMail,
  findMail,
  getMail,
  listMails,
  lockStarts,
} from './people-mails.queries.ts'

type Parts = Pick<Deps, 'auth' | 'db'>

const { mailPeople, mailsPerDay } = PEOPLE_LIMITS

export async function readMails(db: Deps['db']): Promise<PeopleMails> {
  const leftToday = Math.max(mailsPerDay - (await countMailsOfToday(db)), 0)
  return { mails: await listMails(db), leftToday }
}

/**
 * Starts a mail to many, which a job of any instance sends; the same id again starts nothing.
 * @throws {AppError} CONFLICT while another one is sent, at the limit of the day, and when another number of people than
 * `expected` would get it, with the new number; VALIDATION_ERROR for too many.
 */
export async function startMail(
  { auth, db }: Parts,
  { id, subject, content, expected, origin, ...selection }: StartPeopleMail & { origin: AuditOrigin },
): Promise<{ mail: PeopleMail; isNew: boolean }> {
  const isNew = await auth.admin.atomically(async (tx) => {
    await lockStarts(tx)
    if (await findMail(tx, { mailId: id })) return false
    if ((await countMailsOfToday(tx)) >= mailsPerDay) {
      throw new AppError('CONFLICT', `São até ${mailsPerDay} e-mails a muitas pessoas por dia. Tente amanhã.`)
    }
    const reach = await countReach(tx, selection)
    if (reach.recipients > mailPeople) {
      const text = `Um e-mail vai a até ${mailPeople} pessoas. Filtre mais`
      throw new AppError('VALIDATION_ERROR', text, { details: { expected: text } })
    }
    const stored =
      reach.recipients > 0
        ? await createMail(tx, { id, subject, content, selection, reach, actor: origin.actor })
        : 0
    if (stored !== expected || stored !== reach.recipients) {
      const text = `${stored} ${stored === 1 ? 'pessoa recebe' : 'pessoas recebem'} este e-mail agora. Confira de novo.`
      throw new AppError('CONFLICT', text, { details: { people: String(stored) } })
    }
    const { filter } = selection
    const entity = { type: 'people-mail', id, name: subject } as const
    await auth.admin.audit({
      origin,
      action: 'people-mail.start',
      entity,
      details: { ...reach, ...(filter && { filter }) },
    })
    return true
  })
  return { mail: await getMail(db, { mailId: id }), isNew }
}

/** Cancels a mail that is being sent. @throws {AppError} NOT_FOUND; CONFLICT once it has ended. */
export async function cancelMail(
  { auth, db }: Parts,
  { mailId, origin }: { mailId: string; origin: AuditOrigin },
): Promise<PeopleMail> {
  await auth.admin.atomically(async (tx) => {
    const { subject, sent } = await getMail(tx, { mailId })
    if (!(await endMail(tx, { mailId, status: 'canceled' }))) {
      throw new AppError('CONFLICT', 'Este e-mail já terminou de sair.')
    }
    const entity = { type: 'people-mail', id: mailId, name: subject } as const
    await auth.admin.audit({ origin, action: 'people-mail.cancel', entity, details: { sent } })
  })
  return getMail(db, { mailId })
}

/** Sends a mail to the administrator who writes it, five times an hour. @throws {AppError} RATE_LIMITED */
export async function testMail(
  { db, redis, env, mailer, optOutTokens }: Pick<Deps, 'db' | 'redis' | 'env' | 'mailer' | 'optOutTokens'>,
  { user, subject, content }: PeopleMailTest & { user: Pick<CurrentUser, 'id' | 'name' | 'email'> },
): Promise<PeopleMailTested> {
  const { id, name, email } = user
  if (env.rateLimits && !(await reserveMail({ db, redis }, { kind: 'people-mail-test', email }))) {
    throw new AppError('RATE_LIMITED', 'São até cinco testes por hora. Espere um pouco.')
  }
  const letter = writtenMail({ appUrl: env.appUrl, name, subject, content, token: optOutTokens.sign(id) })
  mailer.send({ ...letter, to: { name, address: email } })
  return { email }
}
