import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { Role, SignUp, UpdateUser } from './auth.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

const SubscriptionPlan = z.object({ id: Id, name: z.string(), displayName: z.string() })

/** A subscription as administrators see it, with its plan's names. */
export const Subscription = z.object({
  id: Id,
  userId: Id,
  planId: Id,
  plan: SubscriptionPlan,
  provider: z.enum(['hubla', 'stripe', 'manual', 'auto']),
  status: z.enum(['active', 'inactive', 'canceled', 'expired']),
  /** Whether it counts now, its days of grace included. */
  isLive: z.boolean(),
  externalSubscriptionId: z.string().nullable(),
  externalCustomerId: z.string().nullable(),
  lastWebhookVersion: z.number().nullable(),
  currentPeriodEnd: z.nullable(Timestamp),
  /** A payment failed: until then it counts all the same. */
  graceUntil: z.nullable(Timestamp),
  /** It ends with its period. */
  cancelsAtPeriodEnd: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Subscription = z.infer<typeof Subscription>

/** A person as administrators see them. */
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
  /** Whether a ban holds now; `banExpires` is null for one without end. */
  banned: z.boolean(),
  banReason: z.string().nullable(),
  banExpires: z.nullable(Timestamp),
  termsAcceptedAt: z.nullable(Timestamp),
  lastSeenAt: z.nullable(Timestamp),
  /** What they wrote since the first of the month, in America/Sao_Paulo; at most some minutes old. */
  messagesThisMonth: z.int().min(0),
  /** Of several, the one that counts: given by hand, else the one that opens most. */
  activeSubscription: Subscription.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUsersPage = pageOf(AdminUser)
export type AdminUsersPage = z.infer<typeof AdminUsersPage>

/** A day in America/Sao_Paulo. Years that PostgreSQL does not know would be a mistake of their own. */
const Day = z.iso.date({ error: 'Data inválida' }).refine((day) => day >= '1970', 'Data inválida')
/** A place among names has a name in it. */
const CURSOR_LENGTH = 4_000

/** `active`: no ban holds now. `unverified`: the address is not confirmed, banned or not. */
export const UserStatus = z.enum(['active', 'banned', 'unverified'], 'Situação inválida')
export type UserStatus = z.infer<typeof UserStatus>

/** With `-` the other way round. Whoever was never seen comes last both ways. */
export const UserSort = z.enum(
  ['name', '-name', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'],
  'Ordem inválida',
)
export type UserSort = z.infer<typeof UserSort>

/** Who is meant, for the table and for its copy. */
const filter = {
  /** In name, address and phone; a phone however it is typed. */
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  role: z.enum(Role.options, 'Papel inválido').optional(),
  /** The plan of the active subscription that counts. */
  planId: z.optional(idWith('Plano não encontrado')),
  status: UserStatus.optional(),
  /** Accounts made on that day or later. */
  createdSince: Day.optional(),
  /** Whoever wrote a message on that day or later. */
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

/** What a person had and has, the newest first. */
export const SubscriptionsPage = pageOf(Subscription)
export type SubscriptionsPage = z.infer<typeof SubscriptionsPage>

export const AdminUserParams = z.object({ userId: Id })

const { name, email, password, phoneNumber } = SignUp.shape

/** An account made by an administrator (SPEC §4). */
export const CreateUser = z.strictObject({
  name,
  email,
  password,
  role: Role.default('user'),
  phoneNumber,
})
export type CreateUser = z.infer<typeof CreateUser>

/** `planId` writes a `manual` subscription, in the place of an earlier one. */
export const ChangeUser = z.strictObject({
  ...UpdateUser.shape,
  /** Somebody else's photo can only be taken away. */
  image: z.null('Imagem inválida').optional(),
  role: Role.optional(),
  planId: z.optional(idWith('Plano não encontrado')),
})
export type ChangeUser = z.infer<typeof ChangeUser>

/** Ten years; a longer ban is one without end. */
export const MAX_BAN_SECONDS = 10 * 365 * 24 * 60 * 60

export const BanReason = z
  .string({ error: 'Motivo inválido' })
  .trim()
  .max(LIMITS.banReasonLength, `O motivo deve ter no máximo ${LIMITS.banReasonLength} caracteres`)
  .refine(hasNoNul, NUL_TEXT)

/** A ban, without end unless `banExpires` says when. */
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
