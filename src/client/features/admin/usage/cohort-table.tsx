import type { CSSProperties } from 'react'
import { formatPercent } from '#client/lib/text/format.ts'
import { formatCount, formatShortDay } from '#client/lib/text/format-figures.ts'
import type { Retention } from '#shared/contract/retention.ts'
import classes from './cohort-table.module.css'

type Props = { cohorts: Retention['cohorts'] }

/** Darker cells have a larger share. Narrow screens scroll sideways, beside the weeks. */
export function CohortTable({ cohorts }: Props) {
  const places = Array.from(Array(Math.max(...cohorts.map(({ active }) => active.length))).keys())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className={classes.frame} aria-label="Retenção por semana" tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">Retenção por semana de criação da conta</caption>
        <thead>
          <tr>
            <th scope="col">Semana de</th>
            <th scope="col">Contas</th>
            {places.map((place) => (
              <th key={place} scope="col" aria-label={weekText(place)}>
                {place === 0 ? 'mesma' : `+${place}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.toReversed().map(({ week, accounts, active }) => (
            <tr key={week}>
              <th scope="row">{formatShortDay(week)}</th>
              <td>{formatCount(accounts)}</td>
              {places.map((place) => {
                const count = active[place]
                const part = count === undefined ? undefined : Math.min(count / accounts, 1)
                return (
                  <td key={place} className={classes.share} style={{ '--part': part ?? 0 } as CSSProperties}>
                    {part !== undefined && formatPercent(part)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function weekText(place: number): string {
  if (place === 0) return 'Na própria semana'
  return place === 1 ? '1 semana depois' : `${place} semanas depois`
}
