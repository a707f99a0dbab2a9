import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount, formatDate } from '#client/lib/text/format-figures.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { ExtraMessages } from '#shared/contract/extra-messages.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { ExtraMessagesSheet } from './extra-messages-sheet.tsx'
import classes from './user-lists.module.css'
import { countText } from './user-texts.ts'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

export function UserExtraMessages({ user }: { user: AdminUser }) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [isGiving, setGiving] = useState(false)
  const [taking, setTaking] = useState<ExtraMessages>()
  const list = useInfiniteQuery(userQueries.extraMessages(user.id))
  const items = list.data?.pages.flatMap((page) => page.items)
  const handleTake = async (extra: ExtraMessages) => {
    await userCalls.takeBackExtra(user.id, extra.id)
    await usersChanged(client)
    showToast('O resto das mensagens extras foi tirado.', 'success')
    // The row's button is gone.
    setTimeout(() => place.current?.focus())
  }
  return (
    <FieldGroup
      title="Mensagens extras"
      lead="Entram quando as do plano acabam no mês; primeiro as que terminam antes."
    >
      <Stack gap={16} ref={place} tabIndex={-1} className={classes.place}>
        {list.isPending && <Skeletons label="Carregando mensagens extras" heights={[64]} />}
        {list.isError && !items && <LoadFailure query={list}>{errorText(list.error)}</LoadFailure>}
        {items?.length === 0 && <p className={text.soft}>Nenhuma mensagem extra até agora.</p>}
        {items && items.length > 0 && (
          <ul aria-label="Mensagens extras" className={classes.list}>
            {items.map((it) => (
              <ExtraRow key={it.id} extra={it} onTake={() => setTaking(it)} />
            ))}
          </ul>
        )}
        <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
        <Button variant="default" className={classes.all} onClick={() => setGiving(true)}>
          Dar mensagens extras
        </Button>
      </Stack>
      {isGiving && <ExtraMessagesSheet user={user} onClose={() => setGiving(false)} />}
      {taking && (
        <ConfirmSheet
          title={`Tirar ${taking.left === 1 ? 'a mensagem que resta' : `as ${formatCount(taking.left)} mensagens que restam`}?`}
          confirmLabel="Tirar o resto"
          onConfirm={() => handleTake(taking)}
          onClose={() => setTaking(undefined)}
        >
          <p>
            {user.name} deixa de poder usar o que resta destas mensagens extras. As respostas já escritas
            ficam como estão.
          </p>
        </ConfirmSheet>
      )}
    </FieldGroup>
  )
}

function ExtraRow({ extra, onTake }: { extra: ExtraMessages; onTake: () => void }) {
  const { given, used, left, endsAt, reason, givenByName, takenBackAt, takenBackByName, createdAt } = extra
  const end = endsAt ? `até ${formatDateInWords(endsAt)}` : 'sem data para terminar'
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack gap={4} className={classes.words}>
        <strong>{countText(given)}</strong>
        <span>{reason}</span>
        <span className={text.soft}>
          {used === 1 ? '1 usada' : `${formatCount(used)} usadas`} ·{' '}
          {left === 1 ? 'resta 1' : `restam ${formatCount(left)}`} · {end}
        </span>
        <span className={text.soft}>
          Dadas por {givenByName ?? 'alguém que já saiu'} em {formatDate(createdAt)}
        </span>
        {takenBackAt && (
          <span className={text.soft}>
            O resto foi tirado por {takenBackByName ?? 'alguém que já saiu'} em {formatDate(takenBackAt)}
          </span>
        )}
        {left > 0 && (
          <Button variant="default" size="compact-md" className={classes.end} onClick={onTake}>
            Tirar o resto<span className="visually-hidden">: {countText(given)}</span>
          </Button>
        )}
      </Stack>
      <span className={classes.state} data-live={left > 0 || undefined}>
        {stateOf(extra)}
      </span>
    </Row>
  )
}

function stateOf({ given, used, left, takenBackAt }: ExtraMessages): string {
  if (left > 0) return 'Valem'
  if (takenBackAt) return 'Tiradas'
  return used === given ? 'Usadas' : 'Terminaram'
}
