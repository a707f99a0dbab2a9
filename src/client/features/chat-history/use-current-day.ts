import { useEffect, useState } from 'react'

/** The present in milliseconds, taken anew whenever the page is looked at again: "Hoje" must not be yesterday. */
export function useToday(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const handleVisibility = () => setNow(Date.now())
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [])
  return now
}
