import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'
import type { Usage } from '#shared/contract/usage.ts'
import { periodError } from '#shared/usage-period.ts'
import { DayField } from './day-field.tsx'
import classes from './period-bar.module.css'
import { nameOf, type RangeName, type UsageSearch } from './usage-search.ts'

const RANGES: readonly { name: RangeName; label: string }[] = [
  { name: 'today', label: 'Hoje' },
  { name: '7d', label: '7 dias' },
  { name: '30d', label: '30 dias' },
  { name: '90d', label: '90 dias' },
  { name: '180d', label: '180 dias' },
  { name: '365d', label: '365 dias' },
]

type Props = { search: UsageSearch; shown: Pick<Usage, 'from' | 'to'> | undefined }

export function PeriodBar({ search, shown }: Props) {
  const name = nameOf(search)
  const days = 'from' in search ? search : shown
  return (
    <Row gap={16} justify="between" align="end">
      <Row as="nav" gap={4} wrap={false} aria-label="Período" className={tabs.views}>
        {RANGES.map((range) => (
          <Link
            key={range.name}
            to="/app/admin"
            search={{ range: range.name }}
            replace
            resetScroll={false}
            className={tabs.option}
            // Set by hand: the address without a range shows 30 days.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={range.name === name ? 'true' : undefined}
          >
            {range.label}
          </Link>
        ))}
      </Row>
      <OwnDays
        key={`${days?.from} ${days?.to}`}
        first={{ from: days?.from ?? '', to: days?.to ?? '' }}
        isActive={name === undefined}
      />
    </Row>
  )
}

type OwnDaysProps = { first: { from: string; to: string }; isActive: boolean }

function OwnDays({ first, isActive }: OwnDaysProps) {
  const navigate = useNavigate()
  const id = useId()
  const [days, setDays] = useState(first)
  const [error, setError] = useState<string>()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = periodError(days)
    setError(found)
    if (!found) void navigate({ to: '/app/admin', search: days, replace: true, resetScroll: false })
  }
  const errorId = error ? id : undefined
  return (
    <Stack as="form" gap={4} className={classes.form} noValidate onSubmit={handleSubmit}>
      <Row gap={8} align="end" className={classes.fields}>
        <DayField
          label="De"
          value={days.from}
          isActive={isActive}
          errorId={errorId}
          onChange={(from = '') => setDays({ ...days, from })}
        />
        <DayField
          label="Até"
          value={days.to}
          isActive={isActive}
          errorId={errorId}
          onChange={(to = '') => setDays({ ...days, to })}
        />
        <Button type="submit" variant="default">
          Ver estes dias
        </Button>
      </Row>
      {error && (
        <p id={id} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </Stack>
  )
}
