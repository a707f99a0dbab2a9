import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import callout from '#client/ui/feedback/callout.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import type { SpendLimits } from '#shared/contract/spend-limits.ts'
import { spendLimitQueries } from './spend-limits.api.ts'

const TEXTS = {
  warning: 'O limite de hoje está perto do fim: a casa já usou 80% dele.',
  reached:
    'O limite de hoje foi atingido: até a meia-noite, os agentes só respondem a quem usa a própria chave.',
} as const

type Props = { level: SpendLimits['level']; children?: ReactNode }

/** Says that the day's budget is nearly used, or reached. */
export function SpendAlertText({ level, children }: Props) {
  if (!level) return null
  const Icon = level === 'reached' ? IconAlertTriangle : IconHourglass
  const tone = level === 'reached' ? 'danger' : 'wait'
  return (
    <Row as="p" gap={12} align="start" wrap={false} className={callout.root} data-tone={tone}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>
        {TEXTS[level]} {children}
      </span>
    </Row>
  )
}

/** The same on the dashboard, with a link to the limits. */
export function SpendAlert() {
  const { data } = useQuery(spendLimitQueries.current())
  return (
    <SpendAlertText level={data?.level ?? null}>
      <Link to="/app/admin/limites">Ver os limites</Link>
    </SpendAlertText>
  )
}
