import { useDebouncedValue } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** As long as the router waits before it shows that a page is on its way. */
const PATIENCE_MS = 150

/**
 * The house while it is entered. Not the router's pending screen of `/app`: once shown, that one stays until every loader
 * below has ended, and the page inside would never show its own.
 */
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
      {/* Always there: the router itself lives in it. */}
      <div style={{ display: isShown ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
