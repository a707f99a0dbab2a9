import { useEffect, useEffectEvent, useState } from 'react'

type Props = {
  /** The user has not seen it. */
  isDue: boolean
  isAsked: boolean
  hasChecklist: boolean
  /** The request in the address has been handled. */
  onAnswer: () => void
  onStart: () => void
}

/** Loads and starts the tour when it is due, and on request. */
export function TourSlot({ isDue, isAsked, hasChecklist, onAnswer, onStart }: Props) {
  const [tour, setTour] = useState<'none' | 'running' | 'over'>('none')
  if (tour !== 'running' && (isAsked || (tour === 'none' && isDue))) setTour('running')
  const isRunning = tour === 'running'
  const handleAnswer = useEffectEvent(onAnswer)
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const { startTour } = await import('./tour.ts')
    if (signal.aborted) return
    // An open dialog goes first; the tour stays due.
    const isTaken = document.querySelector('dialog[open]') !== null
    const hasBegun = !isTaken && startTour({ signal, hasChecklist, onEnd: () => setTour('over') })
    if (hasBegun) onStart()
    else setTour('over')
  })
  useEffect(() => {
    if (!isRunning) return
    handleAnswer()
    const visit = new AbortController()
    // After a failed download the next visit tries again.
    start(visit.signal).catch(() => setTour('over'))
    return () => visit.abort()
  }, [isRunning])
  return null
}
