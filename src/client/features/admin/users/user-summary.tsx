import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { formatCount, formatDate } from '#client/lib/text/format-figures.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './edit-user.module.css'
import { AdminBadge, UserStatus } from './user-badges.tsx'
import { userCalls } from './users.api.ts'

const FACE = 64

export function UserFacts({ user, isOwn }: { user: AdminUser; isOwn: boolean }) {
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
        {!isOwn && <Impersonation user={user} />}
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

function Impersonation({ user }: { user: AdminUser }) {
  const [isAsking, setAsking] = useState(false)
  if (user.role === 'admin' || user.banned) return null
  const handleConfirm = async () => {
    await userCalls.impersonate(user.id)
    // A full page load drops the administrator's cached data.
    location.assign('/app')
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Entrar na conta
      </Button>
      {isAsking && (
        <ConfirmSheet
          title={`Entrar na conta de ${user.name}?`}
          confirmLabel="Entrar na conta"
          onConfirm={handleConfirm}
          onClose={() => setAsking(false)}
        >
          <p>
            Por até uma hora você vê o Elenco como {user.name} vê, com as conversas e os dados da conta. Uma
            faixa no alto lembra disso e traz você de volta.
          </p>
          <p>
            O que você fizer fica na auditoria, com o seu nome. Senha, chaves e cópia dos dados continuam só
            com a pessoa.
          </p>
        </ConfirmSheet>
      )}
    </>
  )
}
