import { useEffect, useState } from 'react'

const LATEST_MS = 2_000

/** True once the browser has been idle since the mount, or after two seconds. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const done = () => setIdle(true)
    // Safari lacks requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(done, LATEST_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(done, { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
