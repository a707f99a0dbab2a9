import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExtraList } from '#client/entities/billing/extra-list.tsx'
import { UsageBar } from '#client/entities/billing/usage-bar.tsx'
import { remainingMessages, renewalText, usedText } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import classes from './quota-text.module.css'

type Props = {
  usage: Pick<UseQueryResult<MonthlyUsage>, 'data' | 'error' | 'isPending' | 'refetch'>
  onLeave: () => void
}

/** The month's used messages, their renewal, and the alternatives. */
export function QuotaWords({ usage, onLeave }: Props) {
  const { data } = usage
  if (!data) {
    return usage.isPending ? (
      <div role="status" aria-label="Carregando" className={`${classes.gap} skeleton`} />
    ) : (
      <LoadFailure query={usage}>{errorText(usage.error)}</LoadFailure>
    )
  }
  return (
    <Stack gap={12} align="start" className={classes.words}>
      <p>
        <strong>{usedText(data)}</strong> do plano {data.planName}.
      </p>
      <UsageBar usage={data} />
      <ExtraList usage={data} />
      <p>{renewalText(data)}</p>
      {remainingMessages(data) === 0 && (
        <p>
          Não quer esperar? As conversas com{' '}
          <Link to="/app/personalizacao/credenciais" onClick={onLeave}>
            a sua própria chave
          </Link>{' '}
          não contam, e um plano maior vale na hora. O que você escreveu continua guardado.
        </p>
      )}
    </Stack>
  )
}
