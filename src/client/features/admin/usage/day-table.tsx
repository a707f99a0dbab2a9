import { Link } from '@tanstack/react-router'
import { formatTableDay } from '#client/lib/text/format-figures.ts'
import type { UsageDay } from '#shared/contract/usage.ts'
import type { Metric } from './day-metrics.ts'
import classes from './day-table.module.css'

type Props = {
  days: readonly UsageDay[]
  metric: Metric
  isPlain?: boolean
}

export function DayTable({ days, metric, isPlain = false }: Props) {
  return (
    <div className={isPlain ? undefined : classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{metric.label} por dia</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            {metric.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">
                {isPlain ? (
                  formatTableDay(day.day)
                ) : (
                  <Link to="/app/admin/respostas" search={{ from: day.day, to: day.day }}>
                    {formatTableDay(day.day)}
                  </Link>
                )}
              </th>
              {metric.series.map(({ key, of }) => {
                const value = of(day)
                return <td key={key}>{value === null ? 'sem dado' : metric.format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
