import { createAccessControl } from 'better-auth/plugins/access'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { formatBrasiliaTime, oneLine } from '../mail/safe-text.ts'

/** All permissions (SPEC §4a). better-auth asks for `set-phone` besides `update`. */
const STATEMENTS = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'update', 'set-phone'],
  session: ['list', 'revoke', 'delete'],
} as const

export type Permission = {
  [Resource in keyof typeof STATEMENTS]: [Resource, (typeof STATEMENTS)[Resource][number]]
}[keyof typeof STATEMENTS]

const control = createAccessControl(STATEMENTS)

const roles = {
  admin: control.newRole({ user: [...STATEMENTS.user], session: [...STATEMENTS.session] }),
  user: control.newRole({ user: [], session: [] }),
}

export const isAllowed = (role: CurrentUser['role'], [resource, action]: Permission): boolean =>
  roles[role].authorize({ [resource]: [action] }).success

export const IMPERSONATION_SECONDS = 60 * 60

type Banned = { banReason?: string | null | undefined; banExpires?: Date | null | undefined }

/** The text for a banned user at sign-in. */
function banMessage({ banReason, banExpires }: Banned): string {
  const until = banExpires ? `até ${formatBrasiliaTime(banExpires)}` : 'por tempo indeterminado'
  const reason = banReason ? ` Motivo: ${oneLine(banReason, 500)}` : ''
  return `Esta conta está suspensa ${until}.${reason}`
}

/** Options of better-auth's admin plugin. */
export const ADMIN_OPTIONS = {
  ac: control,
  roles,
  defaultRole: 'user',
  defaultBanReason: 'Não informado',
  impersonationSessionDuration: IMPERSONATION_SECONDS,
  // Shown only after the correct password, so that it does not reveal the account to others.
  bannedUserMessage: banMessage,
}
