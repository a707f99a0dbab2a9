import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { Role, SignUp, UpdateUser } from './auth.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, PageQuery, pageOf, Timestamp } from './common.ts'

const SubscriptionPlan = z.object({ id: Id, name: z.string(), displayName: z.string() })

/** A subscription as administrators see it, with its plan's names. */
export const Subscription = z.object({
  id: Id,
  userId: Id,
  planId: Id,
  plan: SubscriptionPlan,
  provider: z.enum(['hubla', 'stripe', 'manual', 'auto']),
  status: z.enum(['active', 'inactive', 'canceled', 'expired']),
  externalSubscriptionId: z.string().nullable(),
  externalCustomerId: z.string().nullable(),
  lastWebhookVersion: z.number().nullable(),
  currentPeriodEnd: Timestamp.nullable(),
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
  banExpires: Timestamp.nullable(),
  termsAcceptedAt: Timestamp.nullable(),
  lastSeenAt: Timestamp.nullable(),
  /** Of several, the one that opens most. */
  activeSubscription: Subscription.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUsersPage = pageOf(AdminUser)
export type AdminUsersPage = z.infer<typeof AdminUsersPage>

/** `q` looks into name, address and phone. */
export const AdminUsersQuery = PageQuery.extend({
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>

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

const REASON_LENGTH = 500
export const BanReason = z
  .string({ error: 'Motivo inválido' })
  .trim()
  .max(REASON_LENGTH, `O motivo deve ter no máximo ${REASON_LENGTH} caracteres`)
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
