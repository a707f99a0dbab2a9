import { useEffect, useEffectEvent, useState } from 'react'

type Props = {
  /** It was never shown to this person, and nothing stands against it now. */
  isDue: boolean
  isAsked: boolean
  /** The list of first steps is on the page, or about to be. */
  hasChecklist: boolean
  /** What was asked for is being seen to, and need not be asked again. */
  onAnswer: () => void
  /** It is on the screen. */
  onStart: () => void
}

/** Starts the tour when it is due, once, and whenever it is asked for; its code comes only then. */
export function TourSlot({ isDue, isAsked, hasChecklist, onAnswer, onStart }: Props) {
  const [tour, setTour] = useState<'none' | 'running' | 'over'>('none')
  if (tour !== 'running' && (isAsked || (tour === 'none' && isDue))) setTour('running')
  const isRunning = tour === 'running'
  const handleAnswer = useEffectEvent(onAnswer)
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const { startTour } = await import('./tour.ts')
    if (signal.aborted) return
    // Something else asks for attention first; the tour is not used up by that.
    const isTaken = document.querySelector('dialog[open]') !== null
    const hasBegun = !isTaken && startTour({ signal, hasChecklist, onEnd: () => setTour('over') })
    if (hasBegun) onStart()
    else setTour('over')
  })
  useEffect(() => {
    if (!isRunning) return
    handleAnswer()
    const visit = new AbortController()
    // Where its code did not come, the next visit tries again.
    start(visit.signal).catch(() => setTour('over'))
    return () => visit.abort()
  }, [isRunning])
  return null
}
