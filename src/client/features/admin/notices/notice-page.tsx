import { useQuery } from '@tanstack/react-query'
import { AssetOpening } from '#client/components/asset-opening.tsx'
import { LinkButton } from '#client/components/link-button.tsx'
import type { AdminNotice } from '#shared/contract/notices.ts'
import { adminNoticeQueries } from './admin-notices.api.ts'
import { NoticeFormPage } from './notice-form.tsx'

type Props = { userId: string; onSaved: (notice: AdminNotice) => void }

const back = (
  <LinkButton to="/app/admin/avisos" variant="default">
    Ver os avisos
  </LinkButton>
)

/** One notice, to be read and changed. */
export function NoticePage({ noticeId, ...rest }: Props & { noticeId: string }) {
  const notice = useQuery(adminNoticeQueries.detail(noticeId))
  const plans = useQuery(adminNoticeQueries.plans())
  return (
    <AssetOpening query={notice} back={back}>
      {(it) => (
        <AssetOpening query={plans} back={back}>
          {(all) => <NoticeFormPage {...rest} notice={it} plans={all} />}
        </AssetOpening>
      )}
    </AssetOpening>
  )
}

/** A notice that is not there yet. */
export function NewNoticePage(props: Props) {
  const plans = useQuery(adminNoticeQueries.plans())
  return (
    <AssetOpening query={plans} back={back}>
      {(all) => <NoticeFormPage {...props} plans={all} />}
    </AssetOpening>
  )
}
