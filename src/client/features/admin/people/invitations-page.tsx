import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import text from '#client/ui/text/text.module.css'
import type { Invitation } from '#shared/contract/invitations.ts'
import { type InvitationState, peopleCalls, peopleChanged, peopleQueries } from './people.api.ts'
import classes from './people.module.css'
import { giftText, STATUS_TEXTS } from './people-texts.ts'

const STATES = [
  { value: 'open', label: 'Em aberto' },
  { value: 'accepted', label: 'Aceitos' },
  { value: 'canceled', label: 'Cancelados' },
] as const

const EMPTY: Record<InvitationState, string> = {
  open: 'Quem você convidar aparece aqui até aceitar.',
  accepted: 'Ninguém aceitou um convite nos últimos 30 dias.',
  canceled: 'Nenhum convite foi cancelado nos últimos 30 dias.',
}

const COLUMNS: readonly DataTableColumn<Invitation>[] = [
  {
    key: 'person',
    header: 'Pessoa',
    cell: ({ name, email }) => (
      <Stack gap={4}>
        <span>{name}</span>
        <span className={`${text.small} ${classes.address}`}>{email}</span>
      </Stack>
    ),
  },
  {
    key: 'plan',
    header: 'Plano',
    width: '22%',
    cell: ({ plan, planUntil }) => giftText(plan?.displayName, planUntil),
  },
  {
    key: 'status',
    header: 'Situação',
    width: '150px',
    cell: ({ status, mailedAt }) => (
      <Stack gap={4}>
        <span className={classes.status} data-tone={status === 'expired' ? 'danger' : undefined}>
          {STATUS_TEXTS[status]}
        </span>
        {mailedAt && status !== 'sending' && (
          <time className={text.small} dateTime={mailedAt} title={formatMoment(mailedAt)}>
            {formatRelative(mailedAt)}
          </time>
        )}
      </Stack>
    ),
  },
]

/** The invitations, and what can still be done about them. */
export function InvitationsPage() {
  const [state, setState] = useState<InvitationState>('open')
  const list = useInfiniteQuery({ ...peopleQueries.invitations(state), placeholderData: keepPreviousData })
  const columns =
    state === 'open' ? [...COLUMNS, { key: 'acts', header: 'Ações', width: '220px', cell: actsOf }] : COLUMNS
  return (
    <AdminPage
      title="Convites"
      description="Quem recebeu um convite por e-mail e ainda não aceitou. O link vale por 72 horas; reenviar cria outro."
    >
      <SegmentedControl
        label="Situação dos convites"
        options={STATES}
        value={state}
        onChange={setState}
        className={classes.states}
      />
      <DataTable
        caption="Convites"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={<StateMessage title="Nenhum convite por aqui">{EMPTY[state]}</StateMessage>}
      />
    </AdminPage>
  )
}

const actsOf = (invitation: Invitation) => <InvitationActs invitation={invitation} />

function InvitationActs({ invitation: { id, name, email } }: { invitation: Invitation }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const resend = useMutation({
    mutationFn: () => peopleCalls.resend(id),
    onSuccess: () => {
      showToast(`Outro convite para ${name} está a caminho.`, 'success')
      return peopleChanged(client)
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Row gap={8}>
      <Button size="sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Reenviar
      </Button>
      <Button
        size="sm"
        variant="subtle"
        className={classes.plain}
        aria-label={`Cancelar o convite de ${name}`}
        onClick={() => setAsking(true)}
      >
        Cancelar
      </Button>
      {isAsking && (
        <ConfirmSheet
          title="Cancelar o convite?"
          confirmLabel="Cancelar convite"
          cancelLabel="Voltar"
          onConfirm={async () => {
            await peopleCalls.cancelInvitation(id)
            showToast(`Convite de ${name} cancelado.`, 'success')
            await peopleChanged(client)
          }}
          onClose={() => setAsking(false)}
        >
          <p>O link que {email} recebeu deixa de valer na hora. Você pode convidar de novo depois.</p>
        </ConfirmSheet>
      )}
    </Row>
  )
}
