import { createFileRoute } from '@tanstack/react-router'
import { AUDIT_FILTERS } from '#client/features/admin-audit/audit-filters.ts'
import { AuditPage } from '#client/features/admin-audit/audit-page.tsx'
import { readTable } from '#client/lib/table-search.ts'

export const Route = createFileRoute('/app/admin/auditoria')({
  validateSearch: readTable(AUDIT_FILTERS),
  component: AuditRoute,
})

function AuditRoute() {
  return <AuditPage search={Route.useSearch()} />
}
