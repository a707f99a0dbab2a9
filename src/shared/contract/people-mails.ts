import { z } from 'zod'
import { PEOPLE_LIMITS } from '../limits-people.ts'
import { Id, Timestamp } from './scalars.ts'
import { AdminUsersFilter, ChosenUsers } from './users.ts'
import { PeopleMailForm } from './users-form.ts'

const count = z.int().min(0)

/** Of a selection: who gets a mail, and who does not. */
const reach = {
  recipients: count,
  /** Suspended accounts. */
  banned: count,
  /** Addresses that are not confirmed. */
  unverified: count,
  /** People who want no mails to many. */
  unsubscribed: count,
}

export const PeopleMailReach = z.object(reach)
export type PeopleMailReach = z.infer<typeof PeopleMailReach>

/** A mail to many, and its progress. */
export const PeopleMail = z.object({
  id: Id,
  subject: z.string(),
  status: z.enum(['running', 'done', 'canceled']),
  ...reach,
  sent: count,
  /** Suspended, unsubscribed or without a confirmed address by the time of their turn. */
  leftOut: count,
  /** By the mail server, or after ten tries. */
  refused: count,
  /** A process died while it sent these; they are not sent again. */
  unconfirmed: count,
  /** The mail server does not answer; the next try is then. */
  pausedUntil: z.nullable(Timestamp),
  startedByName: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
})
export type PeopleMail = z.infer<typeof PeopleMail>

/** The newest mails to many, and how many more may start today. */
export const PeopleMails = z.object({ mails: z.array(PeopleMail), leftToday: count })
export type PeopleMails = z.infer<typeof PeopleMails>

export const PeopleMailParams = z.object({ mailId: Id })

const { mailPeople } = PEOPLE_LIMITS
const selection = {
  userIds: ChosenUsers.shape.userIds.optional(),
  filter: AdminUsersFilter.optional(),
}
type Selection = { userIds?: unknown; filter?: unknown }
const isOneSelection = ({ userIds, filter }: Selection) => (userIds === undefined) !== (filter === undefined)
const ONE_SELECTION = { path: ['userIds'], error: 'Escolha contas ou um filtro' }

/** Accounts chosen one by one, or all of a filter. */
export const PeopleMailSelection = z.strictObject(selection).refine(isOneSelection, ONE_SELECTION)
export type PeopleMailSelection = z.infer<typeof PeopleMailSelection>

const { subject, content } = PeopleMailForm.shape
export const PeopleMailTest = z.strictObject({ subject, content })
export type PeopleMailTest = z.infer<typeof PeopleMailTest>

/** The test went to this address. */
export const PeopleMailTested = z.object({ email: z.string() })
export type PeopleMailTested = z.infer<typeof PeopleMailTested>

/** `expected`: the recipients that the administrator saw; another number is a CONFLICT. A repeated `id` starts nothing. */
export const StartPeopleMail = z
  .strictObject({
    id: Id,
    subject,
    content,
    ...selection,
    expected: z
      .int('Número inválido')
      .min(1, 'Ninguém recebe este e-mail')
      .max(mailPeople, `Um e-mail vai a até ${mailPeople} pessoas. Filtre mais`),
  })
  .refine(isOneSelection, ONE_SELECTION)
export type StartPeopleMail = z.infer<typeof StartPeopleMail>

/** A user's id and a signature have 80 characters. */
export const TOKEN_LENGTH = 120

/** Of the link in a mail to many. */
export const MailOptOutToken = z.strictObject({
  token: z.string({ error: 'Link inválido' }).min(1, 'Link inválido').max(TOKEN_LENGTH, 'Link inválido'),
})
export type MailOptOutToken = z.infer<typeof MailOptOutToken>

/** Whether a user gets mails to many, and since when not. */
export const MailChoice = z.object({ isSubscribed: z.boolean(), since: z.nullable(Timestamp) })
export type MailChoice = z.infer<typeof MailChoice>

export const ChangeMailChoice = z.strictObject({ isSubscribed: z.boolean('Escolha inválida') })
export type ChangeMailChoice = z.infer<typeof ChangeMailChoice>
