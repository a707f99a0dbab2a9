import { readTable } from '#client/ui/table/table-search.ts'
import { REPORT_KINDS } from '#shared/report-kinds.ts'

export const readReports = readTable({
  state: ['open', 'resolved', 'dismissed', 'all'],
  kind: REPORT_KINDS,
  agentId: 'id',
})

export type ReportsSearch = ReturnType<typeof readReports>

export const filterOf = ({ state = 'open', kind, agentId }: ReportsSearch) => ({
  state: state === 'all' ? undefined : state,
  kind,
  agentId,
})

export type ReportsFilter = ReturnType<typeof filterOf>
