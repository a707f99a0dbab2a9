import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Shows the part of the page that its address names, once nothing that comes late can push it away any more. */
export function usePart(isSettled: boolean): void {
  const part = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (isSettled && part) document.getElementById(part)?.scrollIntoView()
  }, [part, isSettled])
}
