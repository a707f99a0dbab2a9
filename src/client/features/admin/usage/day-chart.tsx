import { Row, Stack } from '#client/ui/layout/stack.tsx'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { formatShortDay, formatWeekday } from '#client/lib/text/format-figures.ts'
import type { UsageDay } from '#shared/contract/usage.ts'
import { ChartPatterns, Swatch, useChartFills } from './chart-fills.tsx'
import classes from './day-chart.module.css'
import type { Metric, Series } from './day-metrics.ts'

type Props = { days: readonly UsageDay[]; metric: Metric }

/** A bar for each day. What it shows is said again in a table, which is what readers are given. */
export function DayChart({ days, metric }: Props) {
  const inks = useChartFills()
  const { series, isStacked = false, formatShort } = metric
  const data = days.map((day) => ({
    day: day.day,
    ...Object.fromEntries(series.map(({ key, of }) => [key, of(day)])),
  }))
  return (
    <Stack gap={16}>
      <ChartPatterns inks={inks} />
      {series.length > 1 && (
        <Row as="ul" gap={20} className={classes.legend}>
          {series.map(({ key, label, ink }) => (
            <li key={key}>
              <Swatch fill={inks[ink]} isOutlined={ink === 'outlined'} />
              {label}
            </li>
          ))}
        </Row>
      )}
      <BarChart
        className={classes.chart ?? ''}
        data={data}
        dataKey="day"
        type={isStacked ? 'stacked' : 'default'}
        series={series.map(({ key, label, ink }) => ({ name: key, label, color: inks[ink] }))}
        valueFormatter={formatShort}
        tickLine="none"
        strokeDasharray="2 4"
        maxBarWidth={40}
        xAxisProps={{ tickFormatter: formatShortDay, minTickGap: 24 }}
        yAxisProps={{ width: 'auto', allowDecimals: metric.key === 'cost' || metric.key === 'wait' }}
        barProps={({ name }) => ({
          stroke: 'var(--chart-ink)',
          strokeOpacity: inkOf(series, name) === 'solid' ? 0 : 1,
          strokeWidth: 1,
        })}
        barChartProps={{
          margin: { left: 8, right: 8 },
          barGap: 1,
          barCategoryGap: '18%',
          ...named(metric.label),
        }}
        tooltipProps={{
          content: ({ active, label }) => {
            const day = active && days.find((it) => it.day === label)
            return day ? <DayTip day={day} metric={metric} inks={inks} /> : null
          },
        }}
      />
    </Stack>
  )
}

const inkOf = (series: readonly Series[], key: string) => series.find((it) => it.key === key)?.ink

const named = (label: string) => ({ 'aria-label': `${label} por dia. As setas levam de um dia ao outro.` })

type TipProps = Pick<Props, 'metric'> & { day: UsageDay; inks: ReturnType<typeof useChartFills> }

function DayTip({ day, metric, inks }: TipProps) {
  return (
    <div className={classes.tip} role="status">
      <p className={classes.tipDay}>{formatWeekday(day.day)}</p>
      <Stack as="dl" gap={4} className={classes.tipValues}>
        {metric.series.map(({ key, label, ink, of }) => {
          const value = of(day)
          return (
            <div key={key}>
              <dt>
                <Swatch fill={inks[ink]} isOutlined={ink === 'outlined'} />
                {label}
              </dt>
              <dd>{value === null ? 'sem dado' : metric.format(value)}</dd>
            </div>
          )
        })}
      </Stack>
    </div>
  )
}
