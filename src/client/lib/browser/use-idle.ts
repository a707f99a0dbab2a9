import { useEffect, useState } from 'react'

const LATEST_MS = 2_000

/** Whether the browser has had nothing else to do since the component came up: the time for what nobody waits for. */
export function useIdle(): boolean {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    const rest = () => setResting(true)
    // Safari has no word for it.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(rest, LATEST_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(rest, { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [])
  return isResting
}
