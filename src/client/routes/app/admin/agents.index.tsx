import { createFileRoute } from '@tanstack/react-router'
import { AgentsPage } from '#client/features/admin/agents/agents-page.tsx'
import { readTable } from '#client/ui/table/table-search.ts'

export const Route = createFileRoute('/app/admin/agents/')({
  validateSearch: readTable({ etiqueta: 'id', ver: ['excluidos'] }),
  component: AgentsRoute,
})

function AgentsRoute() {
  return <AgentsPage search={Route.useSearch()} />
}
