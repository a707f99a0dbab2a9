import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(onChange: () => void): () => void {
  const gone = new AbortController()
  const to = (isNow: boolean) => {
    isPrinting = isNow
    onChange()
  }
  const paper = matchMedia('print')
  addEventListener('beforeprint', () => to(true), gone)
  addEventListener('afterprint', () => to(false), gone)
  // Print emulation in developer tools fires no print events.
  paper.addEventListener('change', () => to(paper.matches), gone)
  return () => gone.abort()
}

/** True while the page is printed. The browser waits for the render that follows. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
