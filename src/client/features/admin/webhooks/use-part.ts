import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

export function usePart(isSettled: boolean): void {
  const part = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (isSettled && part) document.getElementById(part)?.scrollIntoView()
  }, [part, isSettled])
}
