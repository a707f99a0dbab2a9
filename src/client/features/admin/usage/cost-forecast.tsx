import { Link } from '@tanstack/react-router'
import { formatCompact, formatDollars, formatReais } from '#client/lib/text/format-figures.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Usage } from '#shared/contract/usage.ts'
import classes from './breakdown-tables.module.css'

export function CostForecast({ usage: { forecast, exchangeRate } }: { usage: Usage }) {
  if (!forecast) return null
  const { days, averageUsd, monthUsd, expectedUsd, unpricedTokens, limitUsd } = forecast
  return (
    <Stack as="section" gap={8} aria-label="Previsão do mês">
      <h2 className={classes.title}>Previsão do mês</h2>
      <p>
        Neste ritmo, o mês fecha em <strong>{formatDollars(expectedUsd)}</strong>
        {exchangeRate && ` (${formatReais(expectedUsd, exchangeRate.brlPerUsd)})`}: {formatDollars(monthUsd)}{' '}
        até agora, e {formatDollars(averageUsd)} em cada dia que falta.
      </p>
      <p className={classes.note}>
        {days === 1 ? 'O ritmo é o de ontem.' : `O ritmo é a média dos últimos ${days} dias inteiros.`}{' '}
        {limitUsd === null ? (
          <>
            Não há limite em dólares por dia. <Link to="/app/admin/limites">Definir um limite</Link>
          </>
        ) : (
          <>
            {limitText(Number(averageUsd), limitUsd)} <Link to="/app/admin/limites">Ver os limites</Link>
          </>
        )}
        {unpricedTokens > 0 && ` Fora ${formatCompact(unpricedTokens)} tokens de modelos sem preço.`}
      </p>
    </Stack>
  )
}

const limitText = (average: number, limit: string): string =>
  average > Number(limit)
    ? `A média passa do limite de ${formatDollars(limit)} por dia.`
    : `A média cabe no limite de ${formatDollars(limit)} por dia.`
