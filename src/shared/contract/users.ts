import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { PEOPLE_LIMITS } from '../limits-people.ts'
import { Role, SignUp, UpdateUser } from './auth.ts'
import { IdleSubscription } from './entitlement.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, hasNoRepeats, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

const SubscriptionPlan = z.object({ id: Id, name: z.string(), displayName: z.string() })

/** A subscription as administrators see it. */
export const Subscription = z.object({
  id: Id,
  userId: Id,
  planId: Id,
  plan: SubscriptionPlan,
  provider: z.enum(['hubla', 'stripe', 'manual', 'auto']),
  status: z.enum(['active', 'inactive', 'canceled', 'expired']),
  /** Whether it counts now, grace days included. */
  isLive: z.boolean(),
  externalSubscriptionId: z.string().nullable(),
  externalCustomerId: z.string().nullable(),
  lastWebhookVersion: z.number().nullable(),
  currentPeriodEnd: z.nullable(Timestamp),
  /** A payment failed; the subscription counts until then. */
  graceUntil: z.nullable(Timestamp),
  /** Ends with its period. */
  cancelsAtPeriodEnd: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Subscription = z.infer<typeof Subscription>

/** A user as administrators see them. */
export const AdminUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  hasCompletedOnboarding: z.boolean(),
  bio: z.string().nullable(),
  image: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  role: Role,
  /** Whether a ban is in force; `banExpires` is null for a ban without end. */
  banned: z.boolean(),
  banReason: z.string().nullable(),
  banExpires: z.nullable(Timestamp),
  termsAcceptedAt: z.nullable(Timestamp),
  lastSeenAt: z.nullable(Timestamp),
  /** Messages since the first of the month in America/Sao_Paulo; at most some minutes old. */
  messagesThisMonth: z.int().min(0),
  /** US dollars of their replies in the same days, as in the dashboard; null when nothing used has a price. */
  costThisMonth: z.object({ usd: z.string().nullable(), isComplete: z.boolean() }),
  /** The effective one: that of the plan that gives most. */
  activeSubscription: Subscription.nullable(),
  /** Others in force, which it hides. */
  otherSubscriptions: z.array(IdleSubscription),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUsersPage = pageOf(AdminUser)
export type AdminUsersPage = z.infer<typeof AdminUsersPage>

/** A day in America/Sao_Paulo. Very early years are refused, because PostgreSQL would fail on them. */
const Day = z.iso.date({ error: 'Data inválida' }).refine((day) => day >= '1970', 'Data inválida')
/** Cursors of lists sorted by name contain a name. */
const CURSOR_LENGTH = 4_000

/** `active`: not banned. `unverified`: the address is not confirmed, banned or not. */
export const UserStatus = z.enum(['active', 'banned', 'unverified'], 'Situação inválida')
export type UserStatus = z.infer<typeof UserStatus>

/** `-` reverses the order. Users who were never seen come last in both. */
export const UserSort = z.enum(
  [
    ...['name', '-name', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'],
    ...['messages', '-messages', 'cost', '-cost'],
  ] as const,
  'Ordem inválida',
)
export type UserSort = z.infer<typeof UserSort>

/** Filter of the table and its export. */
const filter = {
  /** Searches name, address and phone; the phone in any notation. */
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  role: z.enum(Role.options, 'Papel inválido').optional(),
  /** The plan of the effective subscription. */
  planId: z.optional(idWith('Plano não encontrado')),
  status: UserStatus.optional(),
  /** Accounts created on that day or later. */
  createdSince: Day.optional(),
  /** Users who wrote a message on that day or later. */
  activeSince: Day.optional(),
  sort: UserSort.default('-createdAt'),
}

export const AdminUsersQuery = PageQuery.extend({
  ...filter,
  cursor: z.string().max(CURSOR_LENGTH).optional(),
})
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>

export const AdminUsersExport = z.strictObject(filter)
export type AdminUsersExport = z.infer<typeof AdminUsersExport>

/** The filter without an order. */
export const AdminUsersFilter = AdminUsersExport.omit({ sort: true })
export type AdminUsersFilter = z.infer<typeof AdminUsersFilter>

const { chosenPeople } = PEOPLE_LIMITS

/** Accounts chosen one by one. */
export const ChosenUsers = z.strictObject({
  userIds: z
    .array(Id)
    .min(1, 'Escolha ao menos uma conta')
    .max(chosenPeople, `Escolha até ${chosenPeople} contas, ou todas as do filtro`)
    .refine(hasNoRepeats, 'Uma conta foi escolhida duas vezes'),
})
export type ChosenUsers = z.infer<typeof ChosenUsers>

/** The accounts of a filter: all, administrators among them, and the caller's own (0 or 1). */
export const CountedUsers = z.object({ people: z.int(), administrators: z.int(), own: z.int() })
export type CountedUsers = z.infer<typeof CountedUsers>

/** All subscriptions of a user, newest first. */
export const SubscriptionsPage = pageOf(Subscription)
export type SubscriptionsPage = z.infer<typeof SubscriptionsPage>

export const AdminUserParams = z.object({ userId: Id })

const { name, email, password, phoneNumber } = SignUp.shape

/** An account created by an administrator (SPEC §4). */
export const CreateUser = z.strictObject({
  name,
  email,
  password,
  role: Role.default('user'),
  phoneNumber,
})
export type CreateUser = z.infer<typeof CreateUser>

/** Another address, for somebody who asked an administrator. */
export const ChangeUserEmail = z.strictObject({ email })
export type ChangeUserEmail = z.infer<typeof ChangeUserEmail>

/** Ten years; longer gifts have no end. */
const MAX_GIFT_MS = 10 * 365 * 24 * 60 * 60 * 1000
const localDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })

/** The last day of something given, in America/Sao_Paulo. */
export const LastDay = Day.refine((day) => day >= localDay.format(Date.now()), 'A data já passou').refine(
  (day) => Date.parse(day) < Date.now() + MAX_GIFT_MS,
  'Escolha uma data nos próximos dez anos',
)

/**
 * `planId` creates a `manual` subscription that replaces an earlier one; the free plan, or null, ends it.
 * `planUntil` is its last day, null for no end; without it, a plan that the user has keeps its end.
 */
export const PlanGift = z.object({
  planId: z.nullable(idWith('Plano não encontrado')).optional(),
  planUntil: LastDay.nullable().optional(),
})

export const ChangeUser = z
  .strictObject({
    ...UpdateUser.shape,
    /** Another user's photo can only be removed. */
    image: z.null('Imagem inválida').optional(),
    role: Role.optional(),
    ...PlanGift.shape,
  })
  .refine(({ planId, planUntil }) => planUntil == null || planId != null, {
    path: ['planUntil'],
    error: 'Escolha o plano que vale até esta data',
  })
export type ChangeUser = z.infer<typeof ChangeUser>

/** Ten years; longer bans have no end. */
export const MAX_BAN_SECONDS = 10 * 365 * 24 * 60 * 60

export const BanReason = z
  .string({ error: 'Motivo inválido' })
  .trim()
  .max(LIMITS.banReasonLength, `O motivo deve ter no máximo ${LIMITS.banReasonLength} caracteres`)
  .refine(hasNoNul, NUL_TEXT)

/** Without `banExpires` the ban has no end. */
export const BanUser = z.strictObject({
  banReason: BanReason.optional(),
  banExpires: z.iso
    .datetime({ error: 'Data inválida', offset: true })
    .max(40, 'Data inválida')
    .refine((text) => new Date(text) > new Date(), 'A data deve estar no futuro')
    .refine((text) => Date.parse(text) < Date.now() + MAX_BAN_SECONDS * 1000, 'Data inválida')
    .nullable()
    .optional(),
})
export type BanUser = z.infer<typeof BanUser>
