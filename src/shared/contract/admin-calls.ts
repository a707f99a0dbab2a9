import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { Role, SignUp, UpdateUser } from './auth.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'
import { BanReason, CreateUser, MAX_BAN_SECONDS } from './users.ts'
import { ImpersonateForm } from './users-form.ts'

// Bodies of `POST /api/auth/admin/…`, in better-auth's shapes: protected fields are refused, unknown ones
// dropped.

export const OfUser = z.object({ userId: Id })

/** better-auth's client sends the phone number in `data`. */
export const CreateUserCall = z.object({
  ...CreateUser.shape,
  data: z.object({ phoneNumber: SignUp.shape.phoneNumber }).optional(),
})

/** Query of `GET /api/auth/admin/list-users`. */
export const ListUsersCall = z.object({
  searchValue: z
    .string()
    .trim()
    .max(LIMITS.searchLength, 'Busca longa demais')
    .refine(hasNoNul, NUL_TEXT)
    .optional(),
  searchField: z.enum(['email', 'name'], 'Campo inválido').default('email'),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with'], 'Busca inválida').default('contains'),
  limit: z.coerce
    .number('Limite inválido')
    .int('Limite inválido')
    .min(1, 'Limite inválido')
    .max(LIMITS.pageMax, 'Limite inválido')
    .default(LIMITS.pageDefault),
  offset: z.coerce
    .number('Posição inválida')
    .int('Posição inválida')
    .min(0, 'Posição inválida')
    .max(2 ** 31 - 1, 'Posição inválida')
    .default(0),
  sortBy: z.enum(['createdAt', 'updatedAt', 'name', 'email', 'role'], 'Ordem inválida').default('createdAt'),
  sortDirection: z.enum(['asc', 'desc'], 'Ordem inválida').default('desc'),
  filterField: z.enum(['role', 'banned', 'emailVerified'], 'Filtro inválido').optional(),
  filterValue: z.enum(['admin', 'user', 'true', 'false'], 'Filtro inválido').optional(),
  filterOperator: z.enum(['eq', 'ne'], 'Filtro inválido').default('eq'),
})

export const SetRoleCall = OfUser.extend({ role: Role })

/** `banExpiresIn` is in seconds; without it the ban has no end. */
export const BanUserCall = OfUser.extend({
  banReason: BanReason.optional(),
  banExpiresIn: z
    .number('Prazo inválido')
    .positive('Prazo inválido')
    .max(MAX_BAN_SECONDS, 'Prazo inválido')
    .nullish(),
})

export const ImpersonateCall = OfUser.extend(ImpersonateForm.shape)

export const SetUserPasswordCall = OfUser.extend({ newPassword: SignUp.shape.password })

/** A photo can only be removed: administrators cannot upload one for another user. */
export const UpdateUserCall = OfUser.extend({
  data: UpdateUser.extend({ image: z.null('Imagem inválida').optional() }),
})

/** `sessionToken` is the `token` from the list of sessions: an opaque id that grants no access. */
export const RevokeUserSessionCall = z.object({
  sessionToken: z.string('Sessão inválida').max(200, 'Sessão inválida'),
})

/** A live session of a user, as `list-user-sessions` answers it, plus better-auth's own fields. */
export const AdminSession = z.object({
  id: Id,
  /** Opaque id for `revoke-user-session`; grants no access. */
  token: z.string(),
  /** Browser and system, such as "Chrome no Windows". */
  device: z.string(),
  /** Network of the client, never a full address. */
  place: z.string(),
  /** The administrator who impersonates the user in this session. */
  impersonatedBy: z.nullish(Id),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
})
export type AdminSession = z.infer<typeof AdminSession>
