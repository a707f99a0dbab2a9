import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#client/features/admin/audit/audit-page.tsx'
import { readAudit } from '#client/features/admin/audit/audit-search.ts'
import { readTable } from '#client/ui/table/table-search.ts'

export const Route = createFileRoute('/app/admin/auditoria')({
  // The names themselves would load with every page.
  validateSearch: readTable({ action: 'name', entity: 'name', actorId: 'id', from: 'day', to: 'day' }),
  component: AuditRoute,
})

function AuditRoute() {
  return <AuditPage search={readAudit(Route.useSearch())} />
}
