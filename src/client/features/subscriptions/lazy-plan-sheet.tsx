import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { type Checkout, checkoutStorage } from './checkout-storage.ts'

const PlanSheet = lazy(() => import('./plan-sheet.tsx').then((it) => ({ default: it.PlanSheet })))
const CheckoutWatch = lazy(() =>
  import('./checkout-poller.tsx').then((it) => ({ default: it.CheckoutWatch })),
)

type Props = {
  user: { id: string; email: string }
  /** What somebody else would buy here, the person would pay. */
  isOwn: boolean
}

/** Where the plans are shown, and where a payment is waited for; the code of both comes when it is needed. */
export function PlanSlot({ user, isOwn }: Props) {
  const reason = useSyncExternalStore(planSheet.subscribe, planSheet.current)
  const [watched, stopWatching] = useWatched(user.id)
  const pathname = useLocation({ select: (location) => location.pathname })
  // It belongs to the page that it was opened on, and to whoever was signed in then.
  useEffect(() => (pathname ? planSheet.close : undefined), [pathname])
  const handleClose = () => {
    planSheet.close()
    // What opened it may be gone by now, as a composer behind a lock: the focus goes on to the page.
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

/** The payment that this tab waits for: until it sees what came of it, whatever another tab has seen before. */
function useWatched(userId: string): [Checkout | undefined, () => void] {
  const at = useSyncExternalStore(checkoutStorage.subscribe, () => checkoutStorage.of(userId)?.at)
  const [watched, setWatched] = useState<Checkout>()
  useEffect(() => {
    if (at !== undefined) setWatched(checkoutStorage.of(userId))
  }, [at, userId])
  useEffect(() => {
    window.addEventListener('storage', checkoutStorage.tell)
    return () => window.removeEventListener('storage', checkoutStorage.tell)
  }, [])
  return [watched, () => setWatched(undefined)]
}
