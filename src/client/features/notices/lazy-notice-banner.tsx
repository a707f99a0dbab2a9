import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useIdle } from '#client/lib/browser/use-idle.ts'
import { noticeQueries } from './notices.api.ts'

const NoticeBanner = lazy(() => import('./notice-banner.tsx').then((it) => ({ default: it.NoticeBanner })))

type Props = {
  /** What somebody else puts away for this person, they would never see. */
  isOwn: boolean
}

/**
 * Where the house's notices appear, above the page. Nobody waits for them: they are asked for once the page rests, and
 * their code comes only where there are any. The region is always there, so that readers announce what enters it.
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
