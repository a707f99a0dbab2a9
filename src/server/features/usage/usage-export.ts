import type { CallPurpose, Usage, UsageTable } from '#shared/contract/usage.ts'
import { type CsvCell, csvOf } from '../../files/csv.ts'
import type { SentFile } from '../../http/file-stream.ts'

type Column<Row> = readonly [header: string, cellOf: (row: Row) => CsvCell]

/** A decimal as Brazilian spreadsheets read it; empty when it is not known. */
const decimal = (text: string | null) => (text ?? '').replace('.', ',')

type Costs = Pick<Usage['purposes'][number], 'tokens' | 'cost'>
const COSTS: readonly Column<Costs>[] = [
  ['Tokens', ({ tokens }) => tokens.total],
  ['Tokens do cache', ({ tokens }) => tokens.cached],
  ['Tokens escritos', ({ tokens }) => tokens.output],
  ['Tokens com chaves das pessoas', ({ tokens }) => tokens.ownKey],
  ['Custo em US$', ({ cost }) => decimal(cost.usd)],
  ['Tokens sem preço', ({ cost }) => cost.unpricedTokens],
]

const REPLIES: readonly Column<Usage['models'][number] | Usage['days'][number] | Usage['agents'][number]>[] =
  [
    ['Respostas', ({ replies }) => replies],
    ['Falharam', ({ failed }) => failed],
    ['Interrompidas', ({ interrupted }) => interrupted],
    ['Paradas pela pessoa', ({ stopped }) => stopped],
    ...COSTS,
    ['Espera mediana em ms', ({ firstToken }) => firstToken.p50 ?? ''],
    ['Espera de 95% em ms', ({ firstToken }) => firstToken.p95 ?? ''],
    ['Gostaram', ({ up }) => up],
    ['Não gostaram', ({ down }) => down],
    ['Recusadas pelo filtro', ({ refused }) => refused],
  ]

const PURPOSES: Record<CallPurpose, string> = {
  reply: 'Respostas',
  draft: 'Fichas preenchidas',
  rewrite: 'Trechos reescritos',
  title: 'Títulos das conversas',
  summary: 'Resumos das conversas longas',
  test: 'Testes de agentes',
}

const table = <Row>(slug: string, rowsOf: (usage: Usage) => Row[], columns: readonly Column<Row>[]) => ({
  slug,
  content: (usage: Usage) =>
    csvOf(
      columns.map(([header]) => header),
      rowsOf(usage).map((row) => columns.map(([, cellOf]) => cellOf(row))),
    ),
})

const TABLES: Record<UsageTable, ReturnType<typeof table>> = {
  days: table('dias', ({ days }) => days, [
    ['Dia', ({ day }) => day],
    ['Mensagens', ({ messages }) => messages],
    ['Pessoas ativas', ({ activePeople }) => activePeople],
    ['Contas novas', ({ newAccounts }) => newAccounts],
    ...REPLIES,
  ]),
  agents: table('agentes', ({ agents }) => agents, [
    ['Agente', ({ name }) => name ?? 'Agente que não existe mais'],
    ['Mensagens', ({ messages }) => messages],
    ...REPLIES,
    ['Id', ({ agentId }) => agentId],
  ]),
  models: table('modelos', ({ models }) => models, [
    ['Provedor', ({ provider }) => provider],
    ['Modelo', ({ model }) => model],
    ...REPLIES,
  ]),
  purposes: table('finalidades', ({ purposes }) => purposes, [
    ['Finalidade', ({ purpose }) => PURPOSES[purpose]],
    ['Chamadas', ({ calls }) => calls],
    ...COSTS,
  ]),
  plans: table('planos', ({ plans }) => plans, [
    ['Plano', ({ displayName }) => displayName],
    ['Pessoas agora', ({ people }) => people],
    ['Mensagens', ({ messages }) => messages],
    ['Respostas', ({ replies }) => replies],
    ...COSTS,
  ]),
}

/** A table of the dashboard as a spreadsheet. */
export function usageFile(name: UsageTable, usage: Usage): SentFile {
  const { slug, content } = TABLES[name]
  return {
    type: 'text/csv; charset=utf-8',
    name: `elenco-${slug}-${usage.from}-a-${usage.to}.csv`,
    content: () => content(usage),
  }
}
