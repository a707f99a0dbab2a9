import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isWorthSaying, missingOf, precedenceOf } from '#client/entities/billing/entitlement-texts.ts'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDate } from '#client/lib/text/format-figures.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminUser, Subscription } from '#shared/contract/users.ts'
import classes from './user-lists.module.css'
import { PROVIDER_LABELS, SUBSCRIPTION_LABELS } from './user-texts.ts'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

type Props = {
  user: AdminUser
  /** Called once a given plan has ended. */
  onEnded: () => void
}

export function UserSubscriptions({ user, onEnded }: Props) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [ending, setEnding] = useState<Subscription>()
  const list = useInfiniteQuery(userQueries.subscriptions(user.id))
  const subscriptions = list.data?.pages.flatMap((page) => page.items)
  const handleEnd = async () => {
    const changed = await userCalls.change(user.id, { planId: null })
    client.setQueryData(userQueries.detail(user.id).queryKey, changed)
    await usersChanged(client)
    showToast('Plano encerrado.', 'success')
    onEnded()
    // The row's button is gone.
    setTimeout(() => place.current?.focus())
  }
  return (
    <FieldGroup title="Assinaturas" lead="Da mais nova à mais antiga. Vale a do plano que dá mais.">
      <Stack gap={12} ref={place} tabIndex={-1} className={classes.place}>
        <WhatCounts user={user} />
      </Stack>
      {list.isPending && <Skeletons label="Carregando" heights={[64]} />}
      {list.isError && !subscriptions && <LoadFailure query={list}>{errorText(list.error)}</LoadFailure>}
      {subscriptions?.length === 0 && <p className={text.soft}>Nenhuma assinatura até agora.</p>}
      {subscriptions && subscriptions.length > 0 && (
        <ul aria-label="Assinaturas" className={classes.list}>
          {subscriptions.map((it) => (
            <SubscriptionRow
              key={it.id}
              subscription={it}
              isInUse={it.id === user.activeSubscription?.id}
              onEnd={it.provider === 'manual' && it.isLive ? () => setEnding(it) : undefined}
            />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
      {ending && (
        <ConfirmSheet
          title={`Encerrar o ${ending.plan.displayName} de ${user.name}?`}
          confirmLabel="Encerrar agora"
          onConfirm={handleEnd}
          onClose={() => setEnding(undefined)}
        >
          <p>
            O plano deixa de valer na hora. Fica o que {user.name} assina, ou o Gratuito; nenhuma conversa se
            perde.
          </p>
        </ConfirmSheet>
      )}
    </FieldGroup>
  )
}

const ALONE = {
  free: ', porque nenhum outro plano está em vigor.',
  other: ': é o único plano em vigor além do que toda conta tem.',
}

/** The subscription that counts, and why the others in force do not. */
function WhatCounts({ user: { activeSubscription: counting, otherSubscriptions } }: { user: AdminUser }) {
  if (!counting) return null
  const name = counting.plan.displayName
  const others = otherSubscriptions.filter(isWorthSaying)
  return (
    <>
      <p>
        Vale o <strong>{name}</strong> ({sourceOf(counting)})
        {others.length === 0 ? ALONE[counting.provider === 'auto' ? 'free' : 'other'] : '.'}
      </p>
      {others.map((it) => {
        const missing = missingOf(it)
        return (
          <p key={it.id} className={missing ? callout.root : text.soft} data-tone={missing && 'danger'}>
            {it.planName} ({sourceOf(it)}) também está em vigor, e não conta: {precedenceOf(name, it)}.
            {missing &&
              ` Mas quem paga por ele fica sem ${missing}. Encerre o plano dado, ou dê um que tenha tudo.`}
          </p>
        )
      })}
    </>
  )
}

const SOURCES = {
  hubla: 'por compra na Hubla',
  stripe: 'por compra no Stripe',
  auto: 'de toda conta',
  manual: 'dado pela administração',
}

function sourceOf({ provider, currentPeriodEnd }: Pick<Subscription, 'provider' | 'currentPeriodEnd'>) {
  const words = SOURCES[provider]
  return currentPeriodEnd ? `${words}, até ${formatDateInWords(currentPeriodEnd)}` : words
}

type RowProps = { subscription: Subscription; isInUse: boolean; onEnd: (() => void) | undefined }

function SubscriptionRow({ subscription, isInUse, onEnd }: RowProps) {
  const { plan, provider, status, createdAt, isLive: isNow } = subscription
  // The provider may not have reported the end of an active subscription.
  const word = status === 'active' && !isNow ? SUBSCRIPTION_LABELS.expired : SUBSCRIPTION_LABELS[status]
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack gap={4} className={classes.words}>
        <strong>{plan.displayName}</strong>
        <span className={text.soft}>
          {PROVIDER_LABELS[provider]} · desde {formatDate(createdAt)}
          {endOf(subscription, isNow)}
        </span>
        {onEnd && (
          <Button variant="default" size="compact-md" className={classes.end} onClick={onEnd}>
            Encerrar agora<span className="visually-hidden">: {plan.displayName}</span>
          </Button>
        )}
      </Stack>
      <span className={classes.state} data-live={isInUse || undefined}>
        {isInUse ? 'Em uso' : word}
      </span>
    </Row>
  )
}

function endOf(
  { status, currentPeriodEnd, updatedAt, cancelsAtPeriodEnd }: Subscription,
  isNow: boolean,
): string {
  const off = cancelsAtPeriodEnd ? ' · renovação desligada' : ''
  if (status === 'active')
    return `${currentPeriodEnd ? ` até ${formatDateInWords(currentPeriodEnd)}` : ''}${off}`
  return isNow ? '' : ` até ${formatDate(updatedAt)}`
}
