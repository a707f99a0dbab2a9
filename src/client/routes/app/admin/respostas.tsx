import { createFileRoute } from '@tanstack/react-router'
import { RepliesPage } from '#client/features/admin/usage/replies-page.tsx'
import { readReplies } from '#client/features/admin/usage/usage-search.ts'

export const Route = createFileRoute('/app/admin/respostas')({
  validateSearch: readReplies,
  component: RepliesRoute,
})

function RepliesRoute() {
  const search = Route.useSearch()
  return <RepliesPage search={search} />
}
