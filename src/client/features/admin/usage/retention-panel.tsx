import { useQuery } from '@tanstack/react-query'
import { formatPercent } from '#client/lib/text/format.ts'
import { formatCount, formatMonth, formatWait } from '#client/lib/text/format-figures.ts'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { Retention } from '#shared/contract/retention.ts'
import tables from './breakdown-tables.module.css'
import { CohortTable } from './cohort-table.tsx'
import classes from './retention-panel.module.css'
import { Section, Whole } from './table-parts.tsx'
import { usageQueries } from './usage.api.ts'
import type { UsagePeriod } from './usage-search.ts'

/** People over time: conversions of the period, and the last weeks and months. */
export function RetentionPanel({ period }: { period: UsagePeriod }) {
  const retention = useQuery(usageQueries.retention(period))
  if (retention.data) {
    return (
      <>
        <Conversions retention={retention.data} />
        <Cohorts retention={retention.data} />
        <Churn retention={retention.data} />
      </>
    )
  }
  if (retention.isError) return <LoadError query={retention} title="A retenção não carregou" />
  return (
    <div role="status" aria-label="Carregando a retenção">
      <div className={`${classes.gap} skeleton`} aria-hidden />
    </div>
  )
}

type Props = { retention: Retention }

const partOf = (part: number, whole: number) => (whole === 0 ? 'sem dado' : formatPercent(part / whole))

const daysText = (days: number | null) => {
  if (days === null) return 'sem dado'
  if (days < 1) return 'no mesmo dia'
  return days === 1 ? '1 dia' : `${days.toLocaleString('pt-BR')} dias`
}

function Conversions({ retention }: Props) {
  const { conversions, firstMessage } = retention
  const { accounts, wrote, wroteDays, paid, paidDays } = conversions
  const steps = [
    { name: 'Criaram a conta', count: accounts, days: '' },
    { name: 'Escreveram a um agente', count: wrote, days: daysText(wroteDays) },
    { name: 'Compraram um plano', count: paid, days: daysText(paidDays) },
  ]
  return (
    <Section title="Da conta ao plano" table="conversions" days={retention}>
      <p className={tables.note}>
        As contas criadas neste período que já escreveram a primeira mensagem e que já compraram um plano,
        teste incluído; o tempo é a mediana desde a criação da conta.
      </p>
      <DataTable
        caption="Conversões das contas do período"
        rows={steps}
        keyOf={({ name }) => name}
        empty={<p>Nenhuma conta nova.</p>}
        columns={[
          { key: 'name', header: 'Passo', cell: ({ name }) => name },
          { key: 'count', header: 'Contas', align: 'end', cell: ({ count }) => formatCount(count) },
          {
            key: 'part',
            header: 'Parte',
            align: 'end',
            cell: ({ count }) => <Whole>{partOf(count, accounts)}</Whole>,
          },
          { key: 'days', header: 'Tempo', align: 'end', cell: ({ days }) => <Whole>{days}</Whole> },
        ]}
      />
      <p>
        {firstMessage.p50 === null || firstMessage.p90 === null ? (
          'Ainda não há primeira mensagem de contas deste período.'
        ) : (
          <>
            Até a primeira mensagem: metade escreveu em <strong>{formatWait(firstMessage.p50)}</strong> ou
            menos, e 90% em <strong>{formatWait(firstMessage.p90)}</strong> ou menos.
          </>
        )}
      </p>
    </Section>
  )
}

function Cohorts({ retention }: Props) {
  return (
    <Section title="Quem volta" table="cohorts" days={retention}>
      <p className={tables.note}>
        De quem criou a conta em cada semana, de segunda a domingo, a parte que escreveu em cada semana
        seguinte. Só semanas completas, as últimas 12; contas excluídas contam como quem não voltou.
      </p>
      {retention.cohorts.length === 0 ? (
        <p>A primeira semana completa aparece aqui na segunda-feira.</p>
      ) : (
        <CohortTable cohorts={retention.cohorts} />
      )}
    </Section>
  )
}

function Churn({ retention }: Props) {
  return (
    <Section title="Quem sai" table="churn" days={retention}>
      <p className={tables.note}>
        Das pessoas com um plano além do Gratuito no começo do mês, comprado ou dado, as que não têm nenhum no
        fim dele. Os últimos 12 meses, contados a cada 15 minutos.
      </p>
      <DataTable
        caption="Saídas dos planos pagos por mês"
        rows={retention.churn.toReversed()}
        keyOf={({ month }) => month}
        empty={<p>Ninguém teve ainda um plano além do Gratuito.</p>}
        columns={[
          {
            key: 'month',
            header: 'Mês',
            cell: ({ month, isOpen }) => (
              <span>
                {formatMonth(month)}
                {isOpen && <small className={tables.small}>em curso</small>}
              </span>
            ),
          },
          { key: 'active', header: 'No começo', align: 'end', cell: ({ active }) => formatCount(active) },
          { key: 'ended', header: 'Saíram', align: 'end', cell: ({ ended }) => formatCount(ended) },
          {
            key: 'part',
            header: 'Parte',
            align: 'end',
            cell: ({ ended, active }) => <Whole>{partOf(ended, active)}</Whole>,
          },
        ]}
      />
    </Section>
  )
}
