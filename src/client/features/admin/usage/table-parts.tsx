import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Reais } from '#client/entities/admin/exchange-rate.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Usage, UsageTable } from '#shared/contract/usage.ts'
import classes from './breakdown-tables.module.css'
import { DownloadButton } from './download-button.tsx'
import { costText } from './period-comparison.ts'

type SectionProps = {
  title: string
  table: UsageTable
  days: Pick<Usage, 'from' | 'to'>
  children: ReactNode
}

/** A table of the dashboard with its name and its spreadsheet. */
export function Section({ title, table, days: { from, to }, children }: SectionProps) {
  return (
    <Stack as="section" gap={16} aria-label={title}>
      <Row gap={12} justify="between">
        <h2 className={classes.title}>{title}</h2>
        <DownloadButton title={title} of={{ table, from, to }} />
      </Row>
      {children}
    </Stack>
  )
}

export const Whole = ({ children }: { children: string }) => <span className={classes.whole}>{children}</span>

export function Bar({ value, most, text }: { value: number; most: number; text: string }) {
  return (
    <span className={classes.measure}>
      <span className={classes.number}>{text}</span>
      <span className={classes.track} aria-hidden>
        {value > 0 && <span className={classes.bar} style={{ width: `${(value / most) * 100}%` }} />}
      </span>
    </span>
  )
}

type CostProps = {
  cost: Usage['agents'][number]['cost']
  rate: Usage['exchangeRate']
  hasLink?: boolean
}

export function Cost({ cost, rate, hasLink = false }: CostProps) {
  const isMissing = cost.unpricedTokens > 0
  return (
    <span>
      <span className={classes.whole}>{costText(cost)}</span>
      <Reais usd={cost.usd} brlPerUsd={rate?.brlPerUsd} />
      {isMissing && !hasLink && <small className={classes.small}>incompleto</small>}
      {isMissing && hasLink && (
        <Link to="/app/admin/precos" className={classes.missing}>
          definir
        </Link>
      )}
    </span>
  )
}
