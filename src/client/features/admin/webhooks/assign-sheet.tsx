import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminUser } from '#shared/contract/users.ts'
import type { WebhookEvent } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './assign-sheet.module.css'
import { assignPurchase, saleQueries } from './sales.api.ts'

type Props = {
  event: Pick<WebhookEvent, 'id' | 'subscription' | 'email'>
  onDone: () => void
  onClose: () => void
}

/** Searches a person and gives them the purchase of an event. */
export function AssignSheet({ event, onDone, onClose }: Props) {
  const client = useQueryClient()
  const name = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<AdminUser>()
  const q = useDeferredValue(typed.trim())
  const people = useQuery({ ...saleQueries.people(q), placeholderData: keepPreviousData, enabled: q !== '' })
  const found = q === '' ? undefined : people.data?.items
  const handleConfirm = async () => {
    if (!chosen) return
    const { state } = await assignPurchase(client, event.id, chosen.id)
    const later = state === 'parked' ? ' Ela ganha o plano assim que você disser qual é.' : ''
    showToast(`A compra agora é de ${chosen.name}.${later}`, 'success')
    onDone()
  }
  return (
    <ConfirmSheet
      title="De quem é esta compra?"
      confirmLabel={chosen ? `Dar a ${chosen.name}` : 'Dar à pessoa'}
      isDisabled={!chosen}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p className={text.soft}>
        {event.email
          ? `Foi feita com ${event.email}, que nenhuma conta confirmou.`
          : 'O evento não diz de quem ela é.'}{' '}
        Confira com a pessoa antes: esta compra, e as renovações dela, passam a valer na conta escolhida.
      </p>
      <TextInput
        label="Pessoa"
        placeholder="Nome ou e-mail"
        size="md"
        maxLength={LIMITS.searchLength}
        value={typed}
        onChange={(change) => {
          setTyped(change.currentTarget.value)
          setChosen(undefined)
        }}
      />
      {people.isError && <LoadFailure query={people}>A busca falhou. {errorText(people.error)}</LoadFailure>}
      {found?.length === 0 && <p className={text.soft}>Ninguém com esse nome ou e-mail.</p>}
      {found && found.length > 0 && (
        <Stack as="fieldset" className={classes.people}>
          <legend className="visually-hidden">Pessoas encontradas</legend>
          {found.map((person) => (
            <Row as="label" key={person.id} gap={12} wrap={false} className={classes.person}>
              <input
                type="radio"
                name={name}
                checked={chosen?.id === person.id}
                onChange={() => setChosen(person)}
              />
              <Stack as="span" gap={4} className={classes.words}>
                <strong>{person.name}</strong>
                <span className={text.small}>
                  {person.email}
                  {person.activeSubscription && ` · ${person.activeSubscription.plan.displayName}`}
                </span>
              </Stack>
            </Row>
          ))}
        </Stack>
      )}
    </ConfirmSheet>
  )
}
