import { useDebouncedValue } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** The router's own delay before a pending screen. */
const PATIENCE_MS = 150

/** Not the router's pending screen of `/app`: that one stays until every loader below has ended. */
export function Entering({ children }: { children: ReactNode }): ReactElement {
  const isEntering = useRouterState({
    select: ({ status, location, matches }) =>
      status === 'pending' &&
      /^\/app(\/|$)/.test(location.pathname) &&
      !matches.some(({ routeId }) => routeId === '/app'),
  })
  const [isLate] = useDebouncedValue(isEntering, PATIENCE_MS)
  const isShown = isEntering && isLate
  return (
    <>
      {isShown && <ShellSkeleton />}
      {/* Always mounted: it contains the router. */}
      <div style={{ display: isShown ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
