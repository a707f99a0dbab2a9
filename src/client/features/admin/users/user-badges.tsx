import { formatDate } from '#client/lib/text/format-figures.ts'
import text from '#client/ui/text/text.module.css'
import type { AdminUser } from '#shared/contract/users.ts'
import classes from './user-badges.module.css'

type Props = Pick<AdminUser, 'banned' | 'banExpires' | 'emailVerified'>

/** Whether an account is open, in a few words that also say so without their colour. */
export function UserStatus({ banned, banExpires, emailVerified }: Props) {
  if (banned) {
    return (
      <span className={classes.badge} data-tone="danger">
        {banExpires ? `Suspensa até ${formatDate(banExpires)}` : 'Suspensa'}
      </span>
    )
  }
  return (
    <span className={classes.plain}>
      Ativa
      {!emailVerified && <span className={text.small}> · e-mail não confirmado</span>}
    </span>
  )
}

/** Stands beside the names of those who run the house. */
export function AdminBadge({ role }: Pick<AdminUser, 'role'>) {
  if (role !== 'admin') return null
  return (
    <span className={classes.badge} data-tone="accent">
      Administração
    </span>
  )
}
