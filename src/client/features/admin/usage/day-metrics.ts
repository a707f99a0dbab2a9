import { formatCompact, formatCount, formatDollars, formatSeconds } from '#client/lib/text/format-figures.ts'
import type { UsageDay } from '#shared/contract/usage.ts'

export type Series = {
  key: string
  label: string
  ink: 'solid' | 'hatched' | 'outlined'
  of: (day: UsageDay) => number | null
}

export type Metric = {
  key: 'messages' | 'people' | 'tokens' | 'cost' | 'endings' | 'refused' | 'wait'
  label: string
  series: readonly Series[]
  isStacked?: boolean
  format: (value: number) => string
  formatShort: (value: number) => string
  note?: string
}

const dollars = (value: number) => formatDollars(value.toFixed(6))

export const METRICS: readonly Metric[] = [
  {
    key: 'messages',
    label: 'Mensagens',
    series: [{ key: 'messages', label: 'Mensagens', ink: 'solid', of: (day) => day.messages }],
    format: formatCount,
    formatShort: formatCompact,
  },
  {
    key: 'people',
    label: 'Pessoas',
    series: [
      { key: 'active', label: 'Pessoas ativas', ink: 'solid', of: (day) => day.activePeople },
      { key: 'new', label: 'Contas novas', ink: 'hatched', of: (day) => day.newAccounts },
    ],
    format: formatCount,
    formatShort: formatCompact,
    note: 'Quem escreveu em vários dias conta uma vez em cada um.',
  },
  {
    key: 'tokens',
    label: 'Tokens',
    isStacked: true,
    series: [
      { key: 'output', label: 'Escritos pelo agente', ink: 'solid', of: ({ tokens }) => tokens.output },
      {
        key: 'input',
        label: 'Lidos pelo agente',
        ink: 'hatched',
        of: ({ tokens }) => Math.max(0, tokens.total - tokens.cached - tokens.output),
      },
      {
        key: 'cached',
        label: 'Lidos do cache',
        ink: 'outlined',
        of: ({ tokens }) => tokens.cached,
      },
    ],
    format: formatCount,
    formatShort: formatCompact,
  },
  {
    key: 'cost',
    label: 'Custo',
    series: [
      {
        key: 'cost',
        label: 'Custo',
        ink: 'solid',
        of: ({ cost }) => (cost.usd === null && cost.unpricedTokens > 0 ? null : Number(cost.usd ?? 0)),
      },
    ],
    format: dollars,
    formatShort: dollars,
    note: 'Pelos preços de cada dia, sem os modelos que não têm preço.',
  },
  {
    key: 'endings',
    label: 'Inacabadas',
    isStacked: true,
    series: [
      { key: 'failed', label: 'Falharam', ink: 'solid', of: (day) => day.failed },
      { key: 'interrupted', label: 'Interrompidas', ink: 'hatched', of: (day) => day.interrupted },
      { key: 'stopped', label: 'Paradas pela pessoa', ink: 'outlined', of: (day) => day.stopped },
    ],
    format: formatCount,
    formatShort: formatCompact,
  },
  {
    key: 'refused',
    label: 'Filtro',
    series: [{ key: 'refused', label: 'Recusadas pelo filtro', ink: 'solid', of: (day) => day.refused }],
    format: formatCount,
    formatShort: formatCompact,
    note: 'Respostas que o filtro do provedor recusou ou cortou. Só o número: o texto não é lido aqui.',
  },
  {
    key: 'wait',
    label: 'Espera',
    series: [
      { key: 'p50', label: 'Metade começou em até', ink: 'solid', of: ({ firstToken }) => firstToken.p50 },
      { key: 'p95', label: '95% começaram em até', ink: 'hatched', of: ({ firstToken }) => firstToken.p95 },
    ],
    format: formatSeconds,
    formatShort: formatSeconds,
    note: 'Do envio da mensagem até a primeira palavra da resposta.',
  },
]
