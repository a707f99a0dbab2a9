import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { WebhookEvent } from '#shared/contract/webhooks.ts'
import { unassignPurchase } from './sales.api.ts'

const AssignSheet = lazy(() => import('./assign-sheet.tsx').then((it) => ({ default: it.AssignSheet })))

/** A purchase that nobody has can be given to a person; one that was given so is taken back. */
export function PurchaseOwner({ event, onDone }: { event: WebhookEvent; onDone: () => void }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const takeBack = useMutation({
    mutationFn: () => unassignPurchase(client, event.id),
    onSuccess: () => {
      showToast('A compra voltou a esperar por quem a fez.', 'success')
      onDone()
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  if (event.givenTo) {
    return (
      <Row gap={12}>
        <span className={text.soft}>Dada à mão a {event.givenTo.name}.</span>
        <Button
          variant="default"
          size="compact-md"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate()}
          aria-label={`Desfazer: a compra de ${event.givenTo.name}`}
        >
          Desfazer
        </Button>
      </Row>
    )
  }
  if (!isOwnerless(event)) return null
  return (
    <Row>
      <Button variant="default" onClick={() => setOpen(true)}>
        Dar a uma pessoa
      </Button>
      <Suspense fallback={null}>
        {isOpen && <AssignSheet event={event} onDone={onDone} onClose={() => setOpen(false)} />}
      </Suspense>
    </Row>
  )
}

function isOwnerless({
  state,
  isSandbox,
  externalSubscriptionId,
  subscription,
  payload,
}: WebhookEvent): boolean {
  if (isSandbox || externalSubscriptionId === null || subscription?.person) return false
  return subscription !== null || (state === 'parked' && payload !== null)
}
