import { z } from 'zod'
import { SignUp } from './auth.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'
import { PlanGift } from './users.ts'

/** `sending`: its mail waits for its turn. `expired`: the link is too old; another mail renews it. */
export const InvitationStatus = z.enum(
  ['sending', 'sent', 'unsent', 'expired', 'accepted', 'canceled'],
  'Situação inválida',
)
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** An invitation as administrators see it. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  /** Null to give no plan. */
  plan: z.object({ id: Id, displayName: z.string() }).nullable(),
  /** The plan's last day in America/Sao_Paulo, such as 2026-12-31. */
  planUntil: z.string().nullable(),
  status: InvitationStatus,
  mailedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  acceptedAt: z.nullable(Timestamp),
  /** The account that accepted. */
  userId: z.nullable(Id),
  createdAt: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationsPage = pageOf(Invitation)
export type InvitationsPage = z.infer<typeof InvitationsPage>

/** `open`: neither accepted nor canceled. */
export const InvitationsQuery = PageQuery.extend({
  state: z.enum(['open', 'accepted', 'canceled'], 'Situação inválida').default('open'),
})
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

export const InvitationParams = z.object({ invitationId: Id })

const { name, email, password } = SignUp.shape
const { planId, planUntil } = PlanGift.shape

/** Adds one person: a new address is invited, an account gets the plan at once. */
export const AddPerson = z
  .strictObject({ name, email, planId, planUntil })
  .refine((body) => body.planUntil == null || body.planId != null, {
    path: ['planUntil'],
    error: 'Escolha o plano que vale até esta data',
  })
export type AddPerson = z.infer<typeof AddPerson>

/** The effect of adding a person; `account` and `account-plan`: the address has an account already. */
export const AddedPerson = z.object({
  result: z.enum(['invited', 'renewed', 'account', 'account-plan']),
  invitation: Invitation.nullable(),
  userId: z.nullable(Id),
})
export type AddedPerson = z.infer<typeof AddedPerson>

const token = z.string('Convite inválido').min(20, 'Convite inválido').max(200, 'Convite inválido')

/** The token of the mail's link, in the body so that no log or history has it. */
export const OpenInvitation = z.strictObject({ token })

/** What the link's page shows. */
export const OpenedInvitation = z.object({
  email: z.string(),
  name: z.string(),
  planName: z.string().nullable(),
  planUntil: z.string().nullable(),
  /** The address has an account; its owner signs in and accepts there. */
  hasAccount: z.boolean(),
})
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

/** Opens the invited account. */
export const AcceptInvitation = z.strictObject({
  token,
  name,
  password,
  termsAccepted: z.literal(true, 'Para criar a conta, é preciso aceitar os termos'),
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const AcceptedInvitation = z.object({ email: z.string(), planName: z.string().nullable() })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>
