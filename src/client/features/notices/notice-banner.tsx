import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NoticeCard } from '#client/entities/notices/notice-card.tsx'
import { useRootMark } from '#client/lib/browser/use-root-mark.ts'
import type { Notice } from '#shared/contract/notices.ts'
import classes from './notice-banner.module.css'
import { NoticeLink } from './notice-link.tsx'
import { dismissNotice, noticeQueries } from './notices.api.ts'

type Props = { notices: readonly Notice[]; isOwn: boolean }

/** The first of the current notices. */
export function NoticeBanner({ notices, isOwn }: Props) {
  const cache = useQueryClient()
  // Optimistic: a dismissal that was not stored only shows the notice again at the next visit.
  const dismiss = useMutation({ mutationFn: dismissNotice })
  const [notice] = notices
  useRootMark('data-notices', notice !== undefined)
  if (!notice) return null
  const handleDismiss = () => {
    const { queryKey } = noticeQueries.current()
    // An older response must not bring it back.
    void cache.cancelQueries({ queryKey })
    cache.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== notice.id))
    if (isOwn) dismiss.mutate(notice.id)
    // The last button is unmounted: the focus moves to the page.
    if (notices.length === 1) document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  return (
    <section aria-label="Avisos" className={classes.root}>
      <NoticeCard
        notice={notice}
        link={notice.linkUrl && <NoticeLink notice={notice} />}
        place={notices.length > 1 ? { at: 1, of: notices.length } : undefined}
        onDismiss={handleDismiss}
      />
    </section>
  )
}
