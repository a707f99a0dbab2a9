import { createFileRoute } from '@tanstack/react-router'
import { NewNoticePage } from '#client/features/admin/notices/notice-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/avisos/new')({ component: NewNoticeRoute })

function NewNoticeRoute() {
  const form = useSavedForm('/app/admin/avisos', 'Aviso criado.')
  return form && <NewNoticePage {...form} />
}
