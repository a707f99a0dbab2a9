import { createFileRoute } from '@tanstack/react-router'
import { NoticePage } from '#client/features/admin/notices/notice-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/avisos/$noticeId/edit')({ component: NoticeRoute })

function NoticeRoute() {
  const { noticeId } = Route.useParams()
  const form = useSavedForm('/app/admin/avisos', 'Aviso salvo.')
  return form && <NoticePage key={noticeId} noticeId={noticeId} {...form} />
}
