import { useEffect, useState } from 'react'

/** Whole seconds left of a countdown that `start(seconds)` begins; 0 when it is over. */
export function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1_000)
  }
  return [Math.max(0, Math.ceil((until - now) / 1_000)), start]
}
