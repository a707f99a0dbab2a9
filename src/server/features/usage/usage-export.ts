import Big from 'big.js'
import type { Retention } from '#shared/contract/retention.ts'
import type { CallPurpose, Revenue, Usage, UsageFigures, UsageTable } from '#shared/contract/usage.ts'
import { centPlaces } from '#shared/money/currency.ts'
import { type CsvCell, csvOf } from '../../files/csv.ts'
import type { SentFile } from '../../http/file-stream.ts'
import type { Days } from './usage-days.queries.ts'

type Column<Row> = readonly [header: string, cellOf: (row: Row) => CsvCell]

/** A decimal as Brazilian spreadsheets read it; empty when it is not known. */
const decimal = (text: string | null) => (text ?? '').replace('.', ',')

/** An amount of the smallest unit of a currency, in the currency. */
const money = (cents: number, currency: string) => {
  const places = centPlaces(currency)
  return decimal(new Big(cents).div(10 ** places).toFixed(places))
}

type RevenueLine = Revenue & { plan: string; currency: string }

/** One line for each plan and currency, without empty ones. */
function revenueRows({ plans, revenue: { outsidePlans, others } }: Usage): RevenueLine[] {
  const nameOf = (planId: string | null) =>
    plans.find((plan) => plan.planId === planId)?.displayName ?? 'Sem plano daqui'
  return [
    ...plans.map(({ displayName: plan, revenue }) => ({ plan, currency: 'BRL', ...revenue })),
    { plan: nameOf(null), currency: 'BRL', ...outsidePlans },
    ...others.map(({ planId, ...other }) => ({ plan: nameOf(planId), ...other })),
  ].filter(({ payments, refunds }) => payments + refunds > 0)
}

type Rate = Usage['exchangeRate']

const reais = (usd: string | null, rate: Rate) =>
  usd === null || rate === null ? '' : decimal(new Big(usd).times(rate.brlPerUsd).toFixed(2))

/** Rows with their cost in reais, empty without an exchange rate. */
const inReais = <Row extends { cost: { usd: string | null } }>(rows: Row[], rate: Rate) =>
  rows.map((row) => ({ ...row, reais: reais(row.cost.usd, rate) }))

type Costs = Pick<Usage['purposes'][number], 'tokens' | 'cost'> & { reais: string }
const COSTS: readonly Column<Costs>[] = [
  ['Tokens', ({ tokens }) => tokens.total],
  ['Tokens do cache', ({ tokens }) => tokens.cached],
  ['Tokens escritos', ({ tokens }) => tokens.output],
  ['Tokens com chaves das pessoas', ({ tokens }) => tokens.ownKey],
  ['Custo em US$', ({ cost }) => decimal(cost.usd)],
  ['Custo em R$', ({ reais }) => reais],
  ['Tokens sem preço', ({ cost }) => cost.unpricedTokens],
]

type Replies = Omit<UsageFigures, 'messages' | 'activePeople' | 'newAccounts'> & Costs
const REPLIES: readonly Column<Replies>[] = [
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

const FIGURES: readonly Column<UsageFigures & Costs>[] = [
  ['Mensagens', ({ messages }) => messages],
  ['Pessoas ativas', ({ activePeople }) => activePeople],
  ['Contas novas', ({ newAccounts }) => newAccounts],
  ...REPLIES,
]

type TotalsLine = { figure: string; now: CsvCell; before: CsvCell }

/** One line for each figure of the period, then the forecast of the month. */
function totalsRows({ totals, previous, forecast, outsidePlansUsd, exchangeRate }: Usage): TotalsLine[] {
  const [now, before] = inReais(previous ? [totals, previous] : [totals], exchangeRate)
  const inBoth = (usd: string): [CsvCell, CsvCell] => [decimal(usd), reais(usd, exchangeRate)]
  const amounts = {
    'Custo sem plano': inBoth(outsidePlansUsd),
    ...(forecast && {
      'Custo do mês até agora': inBoth(forecast.monthUsd),
      'Custo médio por dia': inBoth(forecast.averageUsd),
      'Previsão do mês': inBoth(forecast.expectedUsd),
    }),
  }
  return [
    ...FIGURES.map(([figure, cellOf]) => ({
      figure,
      now: now ? cellOf(now) : '',
      before: before ? cellOf(before) : '',
    })),
    ...Object.entries(amounts).flatMap(([figure, [inDollars, inBrl]]) => [
      { figure: `${figure} em US$`, now: inDollars, before: '' },
      { figure: `${figure} em R$`, now: inBrl, before: '' },
    ]),
  ]
}

const PURPOSES: Record<CallPurpose, string> = {
  reply: 'Respostas',
  draft: 'Fichas preenchidas',
  rewrite: 'Trechos reescritos',
  judge: 'Leituras do Revisor',
  title: 'Títulos das conversas',
  summary: 'Resumos das conversas longas',
  test: 'Testes de agentes',
  embedding: 'Sentido dos trechos do acervo',
  transcription: 'Transcrição de áudios do acervo',
}

const tableOf =
  <Source extends Days>() =>
  <Row>(slug: string, rowsOf: (source: Source) => Row[], columns: readonly Column<Row>[]) =>
  (source: Source): SentFile => ({
    type: 'text/csv; charset=utf-8',
    name: `elenco-${slug}-${source.from}-a-${source.to}.csv`,
    content: () =>
      csvOf(
        columns.map(([header]) => header),
        rowsOf(source).map((row) => columns.map(([, cellOf]) => cellOf(row))),
      ),
  })
const table = tableOf<Usage>()
const ofRetention = tableOf<Retention>()

type RetentionTable = Extract<UsageTable, 'cohorts' | 'churn' | 'conversions'>

const TABLES: Record<Exclude<UsageTable, RetentionTable>, (usage: Usage) => SentFile> = {
  totals: table('numeros', totalsRows, [
    ['Número', ({ figure }) => figure],
    ['No período', ({ now }) => now],
    ['No período anterior', ({ before }) => before],
  ]),
  days: table('dias', ({ days, exchangeRate }) => inReais(days, exchangeRate), [
    ['Dia', ({ day }) => day],
    ...FIGURES,
  ]),
  agents: table('agentes', ({ agents, exchangeRate }) => inReais(agents, exchangeRate), [
    ['Agente', ({ name }) => name ?? 'Agente que não existe mais'],
    ['Mensagens', ({ messages }) => messages],
    ...REPLIES,
    ['Id', ({ agentId }) => agentId],
  ]),
  models: table('modelos', ({ models, exchangeRate }) => inReais(models, exchangeRate), [
    ['Provedor', ({ provider }) => provider],
    ['Modelo', ({ model }) => model],
    ...REPLIES,
  ]),
  purposes: table('finalidades', ({ purposes, exchangeRate }) => inReais(purposes, exchangeRate), [
    ['Finalidade', ({ purpose }) => PURPOSES[purpose]],
    ['Chamadas', ({ calls }) => calls],
    ...COSTS,
  ]),
  plans: table('planos', ({ plans, exchangeRate }) => inReais(plans, exchangeRate), [
    ['Plano', ({ displayName }) => displayName],
    ['Pessoas agora', ({ people }) => people],
    ['Mensagens', ({ messages }) => messages],
    ['Respostas', ({ replies }) => replies],
    ...COSTS,
    ['Receita bruta em R$', ({ revenue }) => money(revenue.grossCents, 'BRL')],
    ['Devolvido em R$', ({ revenue }) => money(revenue.refundedCents, 'BRL')],
    ['Receita líquida em R$', ({ revenue }) => money(revenue.netCents, 'BRL')],
  ]),
  revenue: table('receita', revenueRows, [
    ['Plano', ({ plan }) => plan],
    ['Moeda', ({ currency }) => currency],
    ['Pagamentos', ({ payments }) => payments],
    ['Bruto', ({ grossCents, currency }) => money(grossCents, currency)],
    ['Devoluções', ({ refunds }) => refunds],
    ['Devolvido', ({ refundedCents, currency }) => money(refundedCents, currency)],
    ['Líquido', ({ netCents, currency }) => money(netCents, currency)],
  ]),
}

const share = (part: number, whole: number) => (whole === 0 ? '' : decimal((part / whole).toFixed(4)))
const daysText = (value: number | null) => decimal(value === null ? null : String(value))

const cohortRows = ({ cohorts }: Retention) =>
  cohorts.flatMap(({ week, accounts, active }) =>
    active.map((count, place) => ({ week, accounts, place, active: count })),
  )

const NO_MINUTES = { minutes: null, most: null }
const conversionRows = ({
  conversions: { accounts, wrote, wroteDays, paid, paidDays },
  firstMessage,
}: Retention) => [
  { step: 'Criaram a conta', accounts, days: null, ...NO_MINUTES },
  { step: 'Escreveram', accounts: wrote, days: wroteDays, minutes: firstMessage.p50, most: firstMessage.p90 },
  { step: 'Compraram um plano', accounts: paid, days: paidDays, ...NO_MINUTES },
]

const RETENTION_TABLES: Record<RetentionTable, (retention: Retention) => SentFile> = {
  cohorts: ofRetention('retencao', cohortRows, [
    ['Semana da conta', ({ week }) => week],
    ['Contas', ({ accounts }) => accounts],
    ['Semana depois', ({ place }) => place],
    ['Escreveram', ({ active }) => active],
    ['Parte', ({ active, accounts }) => share(active, accounts)],
  ]),
  churn: ofRetention('saidas', ({ churn }) => churn, [
    ['Mês', ({ month }) => month],
    ['Com plano pago no início', ({ active }) => active],
    ['Saíram', ({ ended }) => ended],
    ['Parte', ({ ended, active }) => share(ended, active)],
    ['Em curso', ({ isOpen }) => (isOpen ? 'sim' : 'não')],
  ]),
  conversions: ofRetention('conversoes', conversionRows, [
    ['Passo', ({ step }) => step],
    ['Contas', ({ accounts }) => accounts],
    ['Mediana em dias', ({ days }) => daysText(days)],
    ['Mediana em minutos', ({ minutes }) => minutes ?? ''],
    ['90% em minutos', ({ most }) => most ?? ''],
  ]),
}

export const isOfRetention = (name: UsageTable): name is RetentionTable =>
  Object.hasOwn(RETENTION_TABLES, name)

/** A table of the dashboard as a spreadsheet. */
export const usageFile = (name: keyof typeof TABLES, usage: Usage): SentFile => TABLES[name](usage)

/** As {@link usageFile}, of people over time. */
export const retentionFile = (name: RetentionTable, retention: Retention): SentFile =>
  RETENTION_TABLES[name](retention)
