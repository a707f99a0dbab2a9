import { useEffect, useEffectEvent, useState } from 'react'

type Props = {
  isAsked: boolean
  hasChecklist: boolean
  /** The request in the address has been handled. */
  onAnswer: () => void
}

/** Loads and starts the tour on request. */
export function TourSlot({ isAsked, hasChecklist, onAnswer }: Props) {
  const [isRunning, setRunning] = useState(false)
  if (isAsked && !isRunning) setRunning(true)
  const handleAnswer = useEffectEvent(onAnswer)
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const { startTour } = await import('./tour.ts')
    if (signal.aborted) return
    // An open dialog goes first.
    const isTaken = document.querySelector('dialog[open]') !== null
    const hasBegun = !isTaken && startTour({ signal, hasChecklist, onEnd: () => setRunning(false) })
    if (!hasBegun) setRunning(false)
  })
  useEffect(() => {
    if (!isRunning) return
    handleAnswer()
    const visit = new AbortController()
    // After a failed download the next press tries again.
    start(visit.signal).catch(() => setRunning(false))
    return () => visit.abort()
  }, [isRunning])
  return null
}
