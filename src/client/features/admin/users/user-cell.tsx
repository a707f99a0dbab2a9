import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import { AdminBadge } from './user-badges.tsx'
import classes from './user-cell.module.css'

const FACE = 40

export function UserName({ user }: { user: AdminUser }) {
  return (
    <Row as="span" gap={12} wrap={false} className={classes.root}>
      <Portrait
        photoUrl={uploadPath(user.image)}
        name={user.name}
        size={FACE}
        className={classes.face}
        isLazy
      />
      <Stack as="span" gap={4} className={classes.words}>
        <Row as="span">
          {user.name} <AdminBadge role={user.role} />
        </Row>
        <span className={classes.email}>{user.email}</span>
      </Stack>
    </Row>
  )
}
