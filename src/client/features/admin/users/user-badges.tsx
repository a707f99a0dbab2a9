import { formatDate } from '#client/lib/text/format-figures.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminUser } from '#shared/contract/users.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './user-badges.module.css'
import cell from './user-cell.module.css'

const FACE = 40

type Props = Pick<AdminUser, 'banned' | 'banExpires' | 'emailVerified'>

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

export function AdminBadge({ role }: Pick<AdminUser, 'role'>) {
  if (role !== 'admin') return null
  return (
    <span className={classes.badge} data-tone="accent">
      Administração
    </span>
  )
}

export function UserName({ user }: { user: AdminUser }) {
  return (
    <Row as="span" gap={12} wrap={false} className={cell.root}>
      <Portrait photoUrl={uploadPath(user.image)} name={user.name} size={FACE} className={cell.face} isLazy />
      <Stack as="span" gap={4} className={cell.words}>
        <Row as="span">
          {user.name} <AdminBadge role={user.role} />
        </Row>
        <span className={cell.email}>{user.email}</span>
      </Stack>
    </Row>
  )
}
