import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDate } from '#client/lib/text/format-figures.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminUser, Subscription } from '#shared/contract/users.ts'
import classes from './user-lists.module.css'
import { PROVIDER_LABELS, SUBSCRIPTION_LABELS } from './user-texts.ts'
import { userQueries } from './users.api.ts'

/** Which plans somebody had, since and until when, and where they came from. */
export function UserSubscriptions({ user }: { user: AdminUser }) {
  const list = useInfiniteQuery(userQueries.subscriptions(user.id))
  const subscriptions = list.data?.pages.flatMap((page) => page.items)
  return (
    <FieldGroup
      title="Assinaturas"
      lead="Da mais nova à mais antiga. Vale o plano manual; sem ele, a ativa que abre mais."
    >
      {list.isPending && <div className={`${classes.gap} skeleton`} role="status" aria-label="Carregando" />}
      {list.isError && !subscriptions && (
        <Stack gap={12} align="start" role="alert">
          <p>{errorText(list.error)}</p>
          <Button variant="default" onClick={() => void list.refetch()}>
            Tentar de novo
          </Button>
        </Stack>
      )}
      {subscriptions?.length === 0 && <p className={text.soft}>Nenhuma assinatura até agora.</p>}
      {subscriptions && subscriptions.length > 0 && (
        <ul aria-label="Assinaturas" className={classes.list}>
          {subscriptions.map((it) => (
            <SubscriptionRow key={it.id} subscription={it} isInUse={it.id === user.activeSubscription?.id} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </FieldGroup>
  )
}

function SubscriptionRow({ subscription, isInUse }: { subscription: Subscription; isInUse: boolean }) {
  const { plan, provider, status, createdAt, isLive: isNow } = subscription
  // An active one whose time is over was not told so by whoever sold it.
  const word = status === 'active' && !isNow ? SUBSCRIPTION_LABELS.expired : SUBSCRIPTION_LABELS[status]
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack as="span" gap={4} className={classes.words}>
        <strong>{plan.displayName}</strong>
        <span className={text.soft}>
          {PROVIDER_LABELS[provider]} · desde {formatDate(createdAt)}
          {endOf(subscription, isNow)}
        </span>
      </Stack>
      <span className={classes.state} data-live={isInUse || undefined}>
        {isInUse ? 'Em uso' : word}
      </span>
    </Row>
  )
}

function endOf({ status, currentPeriodEnd, updatedAt }: Subscription, isNow: boolean): string {
  if (status === 'active') return currentPeriodEnd ? ` até ${formatDate(currentPeriodEnd)}` : ''
  return isNow ? '' : ` até ${formatDate(updatedAt)}`
}
