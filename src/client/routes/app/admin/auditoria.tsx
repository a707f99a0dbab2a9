import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#client/features/admin/audit/audit-page.tsx'
import { AUDIT_FILTERS } from '#client/features/admin/audit/audit-search.ts'
import { readTable } from '#client/ui/table/table-search.ts'

export const Route = createFileRoute('/app/admin/auditoria')({
  validateSearch: readTable(AUDIT_FILTERS),
  component: AuditRoute,
})

function AuditRoute() {
  return <AuditPage search={Route.useSearch()} />
}
