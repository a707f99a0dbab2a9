import { createFileRoute } from '@tanstack/react-router'
import { NewNoticePage } from '#client/features/admin/notices/notice-page.tsx'
import { useAdminForm } from './-use-admin-form.ts'

export const Route = createFileRoute('/app/admin/avisos/new')({ component: NewNoticeRoute })

function NewNoticeRoute() {
  const form = useAdminForm('/app/admin/avisos', 'Aviso criado.')
  return form && <NewNoticePage {...form} />
}
