import { formatPercent } from '#client/lib/text/format.ts'
import { formatCompact, formatCount, formatDollars } from '#client/lib/text/format-figures.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { Revenue, Usage } from '#shared/contract/usage.ts'
import { formatCents } from '#shared/money/currency.ts'
import classes from './breakdown-tables.module.css'
import { Bar, Cost, Section, Whole } from './table-parts.tsx'

const REAIS = 'BRL'

export function PlanShares({ usage }: { usage: Usage }) {
  const { plans, people, outsidePlansUsd } = usage
  const most = Math.max(1, ...plans.map((plan) => plan.people))
  return (
    <Section title="Planos" table="plans" days={usage}>
      <p className={classes.note}>
        As pessoas são as de agora. Mensagens, tokens e custo são os do período, pelo plano de cada pessoa no
        dia; a receita é a dos pagamentos do período, menos o devolvido.
      </p>
      <DataTable
        caption="Pessoas, uso e receita por plano"
        rows={plans}
        keyOf={({ planId }) => planId}
        rowHref={({ planId }) => `/app/admin/users?planId=${planId}`}
        empty={<p>Nenhum plano ainda.</p>}
        columns={[
          { key: 'name', header: 'Plano', cell: ({ displayName }) => displayName },
          {
            key: 'people',
            header: 'Pessoas',
            width: '20%',
            cell: (plan) => <Bar value={plan.people} most={most} text={formatCount(plan.people)} />,
          },
          {
            key: 'share',
            header: 'Parte',
            align: 'end',
            width: '80px',
            cell: (plan) => (people === 0 ? '0%' : formatPercent(plan.people / people)),
          },
          {
            key: 'messages',
            header: 'Mensagens',
            align: 'end',
            cell: ({ messages }) => formatCount(messages),
          },
          {
            key: 'tokens',
            header: 'Tokens',
            align: 'end',
            cell: ({ tokens }) => <Whole>{formatCompact(tokens.total)}</Whole>,
          },
          {
            key: 'cost',
            header: 'Custo',
            align: 'end',
            cell: ({ cost }) => <Cost cost={cost} rate={usage.exchangeRate} />,
          },
          {
            key: 'revenue',
            header: 'Receita',
            align: 'end',
            cell: ({ revenue }) => <Net revenue={revenue} currency={REAIS} />,
          },
        ]}
      />
      {Number(outsidePlansUsd) > 0 && (
        <p className={classes.note}>
          Mais {formatDollars(outsidePlansUsd)} de custo sem plano: contas excluídas ou sem assinatura,
          títulos, resumos, fichas e testes, e os dias de antes desta conta por plano.
        </p>
      )}
    </Section>
  )
}

/** The revenue of the period in all its currencies. */
export function RevenueSummary({ usage }: { usage: Usage }) {
  const { total, outsidePlans, others } = usage.revenue
  const planOf = (planId: string | null) =>
    usage.plans.find((plan) => plan.planId === planId)?.displayName ?? 'sem plano daqui'
  return (
    <Section title="Receita" table="revenue" days={usage}>
      {isNone(total) ? (
        <p>Nenhum pagamento em reais neste período. Os valores chegam com os eventos da Hubla e do Stripe.</p>
      ) : (
        <p>
          <strong>{formatCents(total.netCents, REAIS)}</strong> líquidos:{' '}
          {formatCents(total.grossCents, REAIS)} brutos de{' '}
          {countOf(total.payments, 'pagamento', 'pagamentos')}, {formatCents(total.refundedCents, REAIS)}{' '}
          devolvidos.
        </p>
      )}
      {!isNone(outsidePlans) && (
        <p className={classes.note}>
          Desse total, {formatCents(outsidePlans.netCents, REAIS)} são de vendas sem plano daqui: de outras
          coisas, ou de códigos que ainda não estão ligados a um plano.
        </p>
      )}
      {others.length > 0 && (
        <ul className={classes.currencies} aria-label="Receita em outras moedas">
          {others.map(({ currency, planId, ...sum }) => (
            <li key={`${currency} ${planId}`}>
              <strong>{formatCents(sum.netCents, currency)}</strong> líquidos em {currency}, {planOf(planId)}:{' '}
              {formatCents(sum.grossCents, currency)} brutos, {formatCents(sum.refundedCents, currency)}{' '}
              devolvidos. Fora da soma em reais.
            </li>
          ))}
        </ul>
      )}
      <p className={classes.note}>
        Um pagamento abre todos os agentes de um plano: agentes e modelos têm custo, e não receita. Taxas da
        Hubla e do Stripe não estão descontadas.
      </p>
    </Section>
  )
}

const isNone = ({ payments, refunds }: Revenue) => payments + refunds === 0

const countOf = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

function Net({ revenue, currency }: { revenue: Revenue; currency: string }) {
  const { netCents, grossCents, refundedCents } = revenue
  return (
    <span>
      <span className={classes.whole}>{formatCents(netCents, currency)}</span>
      {refundedCents > 0 && (
        <small className={classes.small}>
          {formatCents(grossCents, currency)} − {formatCents(refundedCents, currency)}
        </small>
      )}
    </span>
  )
}
