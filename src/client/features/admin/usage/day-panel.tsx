import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import chips from '#client/ui/forms/choice-chips.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Usage } from '#shared/contract/usage.ts'
import { METRICS, type Metric } from './day-metrics.ts'
import classes from './day-panel.module.css'
import { DayTable } from './day-table.tsx'
import { DownloadButton } from './download-button.tsx'
import { usageQueries } from './usage.api.ts'

// The chart is the largest chunk of the page. The table replaces it if the chunk does not load.
const DayChart = lazy(() =>
  import('./day-chart.tsx').then(
    (it) => ({ default: it.DayChart }),
    () => ({ default: DayTable }),
  ),
)

export function DayPanel({ usage }: { usage: Usage }) {
  const id = useId()
  const isOneDay = usage.range === 'today'
  const week = useQuery({
    ...usageQueries.dashboard({ range: '7' }),
    enabled: isOneDay,
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState<Metric['key']>('messages')
  const [isTable, setTable] = useState(false)
  const days = isOneDay ? week.data?.days : usage.days
  const metric = METRICS.find(({ key }) => key === chosen) ?? METRICS[0]
  if (!metric) return null
  return (
    <Stack as="section" gap={16} className={classes.panel} aria-labelledby={id}>
      <Row as="header" gap={4} justify="between">
        <h2 id={id} className={classes.title}>
          {isOneDay ? 'Os últimos 7 dias' : 'Dia a dia'}
        </h2>
        <Row gap={12}>
          <DownloadButton title="Dia a dia" of={{ table: 'days', from: usage.from, to: usage.to }} />
          <button
            type="button"
            className={classes.switch}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            Ver como tabela
          </button>
        </Row>
      </Row>
      <Choice chosen={metric.key} onChoose={setChosen} />
      {days && <Days days={days} metric={metric} isTable={isTable} />}
      {!days && week.isError && (
        <p role="alert">
          Os dias não carregaram.{' '}
          <button type="button" className={classes.switch} onClick={() => void week.refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
      {!days && !week.isError && <div className={`${classes.waiting} skeleton`} aria-hidden />}
      {metric.note && <p className={text.small}>{metric.note}</p>}
    </Stack>
  )
}

type ChoiceProps = { chosen: Metric['key']; onChoose: (key: Metric['key']) => void }

function Choice({ chosen, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <Row as="fieldset" wrap={false} className={classes.choice}>
      <legend className="visually-hidden">O que ver dia a dia</legend>
      {METRICS.map(({ key, label }) => (
        <label key={key} className={`${chips.chip} ${classes.chip}`}>
          <input
            type="radio"
            name={name}
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
          />
          {label}
        </label>
      ))}
    </Row>
  )
}

type DaysProps = { days: Usage['days']; metric: Metric; isTable: boolean }

function Days({ days, metric, isTable }: DaysProps) {
  if (isTable) return <DayTable days={days} metric={metric} />
  return (
    <>
      <Suspense fallback={<div className={`${classes.waiting} skeleton`} aria-hidden />}>
        <DayChart days={days} metric={metric} />
      </Suspense>
      {/* Who cannot see the drawing reads the same figures. */}
      <div className="visually-hidden">
        <DayTable days={days} metric={metric} isPlain />
      </div>
    </>
  )
}
