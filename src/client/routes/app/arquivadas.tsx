import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { ArchivePage } from '#client/features/chat-history/archive-page.tsx'

export const Route = createFileRoute('/app/arquivadas')({
  component: ArchiveRoute,
})

function ArchiveRoute() {
  useDocumentTitle('Conversas arquivadas · Elenco')
  return <ArchivePage />
}
