import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { planSheet, usePlanSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { type Checkout, checkoutStorage } from './checkout-storage.ts'

const PlanSheet = lazy(() => import('./plan-sheet.tsx').then((it) => ({ default: it.PlanSheet })))
const CheckoutWatch = lazy(() =>
  import('./checkout-poller.tsx').then((it) => ({ default: it.CheckoutWatch })),
)

type Props = {
  user: { id: string; email: string }
  /** No administrator impersonates the user. */
  isOwn: boolean
}

/** Loads the plan sheet and the checkout poller when they are needed. */
export function PlanSlot({ user, isOwn }: Props) {
  const reason = usePlanSheet((state) => state.reason)
  const [watched, stopWatching] = useWatched(user.id)
  const pathname = useLocation({ select: (location) => location.pathname })
  // A navigation or a sign-out closes it.
  useEffect(() => (pathname ? planSheet.close : undefined), [pathname])
  const handleClose = () => {
    planSheet.close()
    // The opener may be unmounted by now: the focus moves to the page.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        document.getElementById('conteudo')?.focus({ preventScroll: true })
      }
    })
  }
  return (
    <>
      <Suspense fallback={null}>
        {reason && <PlanSheet reason={reason} user={user} isOwn={isOwn} onClose={handleClose} />}
      </Suspense>
      <Suspense fallback={null}>
        {watched && <CheckoutWatch key={watched.at} checkout={watched} onDone={stopWatching} />}
      </Suspense>
    </>
  )
}

/** The payment that this tab waits for, until it sees the outcome itself. */
function useWatched(userId: string): [Checkout | undefined, () => void] {
  const at = useSyncExternalStore(checkoutStorage.subscribe, () => checkoutStorage.of(userId)?.at)
  const [watched, setWatched] = useState<Checkout>()
  useEffect(() => {
    if (at !== undefined) setWatched(checkoutStorage.of(userId))
  }, [at, userId])
  useEffect(() => {
    window.addEventListener('storage', checkoutStorage.reload)
    return () => window.removeEventListener('storage', checkoutStorage.reload)
  }, [])
  return [watched, () => setWatched(undefined)]
}
