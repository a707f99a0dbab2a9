import { useQuery } from '@tanstack/react-query'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { AdminNotice } from '#shared/contract/notices.ts'
import { NoticeFormPage } from './notice-form.tsx'
import { adminNoticeQueries } from './notices.api.ts'

type Props = { userId: string; onSaved: (notice: AdminNotice) => void }

const back = { to: '/app/admin/avisos', label: 'Ver os avisos' } as const

export function NoticePage({ noticeId, ...rest }: Props & { noticeId: string }) {
  const notice = useQuery(adminNoticeQueries.detail(noticeId))
  const plans = useQuery(adminNoticeQueries.plans())
  return (
    <RecordLoader query={notice} back={back}>
      {(it) => (
        <RecordLoader query={plans} back={back}>
          {(all) => <NoticeFormPage {...rest} notice={it} plans={all} />}
        </RecordLoader>
      )}
    </RecordLoader>
  )
}

export function NewNoticePage(props: Props) {
  const plans = useQuery(adminNoticeQueries.plans())
  return (
    <RecordLoader query={plans} back={back}>
      {(all) => <NoticeFormPage {...props} plans={all} />}
    </RecordLoader>
  )
}
