import type { ReportKind, ReportState } from '#shared/contract/reports.ts'

export const REPORT_KIND_TEXTS: Record<ReportKind, string> = {
  offensive: 'Conteúdo ofensivo',
  dangerous: 'Informação perigosa',
  copied: 'Cópia de outra pessoa',
  'personal-data': 'Dados pessoais',
  other: 'Outro motivo',
}

export const REPORT_STATE_TEXTS: Record<ReportState, string> = {
  open: 'Aberta',
  resolved: 'Resolvida',
  dismissed: 'Sem providência',
}
