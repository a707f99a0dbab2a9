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
  // Who emulates paper, as a browser's tools do, sends no such events.
  paper.addEventListener('change', () => to(paper.matches), gone)
  return () => gone.abort()
}

/** Whether the page is being put on paper. What is drawn in answer to that is on it: the browser waits for it. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
