import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { formatCount, formatDate } from '#client/lib/text/format-figures.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './edit-user.module.css'
import { AdminBadge, UserStatus } from './user-badges.tsx'

const FACE = 64

type Props = {
  user: AdminUser
  isOwn: boolean
  /** Asks why the administrator enters the account. */
  onEnter: () => void
}

export function UserFacts({ user, isOwn, onEnter }: Props) {
  const { lastSeenAt, createdAt, messagesThisMonth, termsAcceptedAt } = user
  return (
    <Stack as="section" gap={20} aria-label="Resumo da conta" className={classes.summary}>
      <Row gap={16}>
        <Portrait photoUrl={uploadPath(user.image)} name={user.name} size={FACE} className={classes.face} />
        <Stack gap={4} className={classes.words}>
          <p className={classes.email}>{user.email}</p>
          <Row as="p">
            <AdminBadge role={user.role} />
            <UserStatus {...user} />
          </Row>
        </Stack>
        {!isOwn && user.role !== 'admin' && !user.banned && (
          <Button variant="default" leftSection={<IconEye size={20} aria-hidden />} onClick={onEnter}>
            Entrar na conta
          </Button>
        )}
      </Row>
      <dl className={classes.facts}>
        <Fact name="Última visita">
          {lastSeenAt ? (
            <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt)}>
              {formatRelative(lastSeenAt)}
            </time>
          ) : (
            'Nunca entrou'
          )}
        </Fact>
        <Fact name="Mensagens neste mês">{formatCount(messagesThisMonth)}</Fact>
        <Fact name="Conta criada em">{formatDate(createdAt)}</Fact>
        <Fact name="Termos aceitos em">{termsAcceptedAt ? formatDate(termsAcceptedAt) : 'Ainda não'}</Fact>
      </dl>
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
