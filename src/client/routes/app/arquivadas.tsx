import { createFileRoute } from '@tanstack/react-router'
import { ArchivePage } from '#client/features/chat-history/archive-page.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'

export const Route = createFileRoute('/app/arquivadas')({
  component: ArchiveRoute,
})

function ArchiveRoute() {
  usePageTitle('Conversas arquivadas')
  return <ArchivePage />
}
