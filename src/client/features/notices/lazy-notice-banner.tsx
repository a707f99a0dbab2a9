import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useIdle } from '#client/lib/browser/use-idle.ts'
import { noticeQueries } from './notices.api.ts'

const NoticeBanner = lazy(() => import('./notice-banner.tsx').then((it) => ({ default: it.NoticeBanner })))

type Props = {
  /** Without impersonation: only the user's own dismissals are stored. */
  isOwn: boolean
}

/**
 * Notices above the page: read when the page is idle, their code loaded only when there are any. The live region
 * stays mounted, so that screen readers announce its content.
 */
export function NoticeSlot({ isOwn }: Props) {
  const isResting = useIdle()
  const { data = [] } = useQuery({ ...noticeQueries.current(), enabled: isResting })
  return (
    <div aria-live="polite" className="no-print">
      {data.length > 0 && (
        <Suspense fallback={null}>
          <NoticeBanner notices={data} isOwn={isOwn} />
        </Suspense>
      )}
    </div>
  )
}
