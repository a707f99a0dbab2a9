import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isNearLimit, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { UsageBar } from '#client/entities/billing/usage-bar.tsx'
import { leftText, monthName, renewalText, usedText } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import classes from './usage-meter.module.css'

/** How many of the month's messages the person has used, and when they begin anew. */
export function UsageMeter() {
  const usage = useQuery({ ...subscriptionQueries.usage(), refetchOnMount: 'always' })
  if (usage.isPending) {
    return <div role="status" aria-label="Carregando o uso do mês" className={`${classes.gap} skeleton`} />
  }
  if (!usage.data) {
    return (
      <div role="alert" className={classes.failure}>
        <p>O uso do mês não apareceu. {errorText(usage.error)}</p>
        <Button variant="default" onClick={() => void usage.refetch()}>
          Tentar de novo
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.meter}>
      <div className={classes.count}>
        <p>
          <strong>{usedText(usage.data)}</strong> em {monthName(usage.data.month)}
        </p>
        <HelpTip about="como o uso é contado">
          <p>
            Cada resposta de um agente conta uma vez, também quando você pede outra versão ou continua uma que
            parou. Se ela falhar sem dizer nada, não conta.
          </p>
          <p>
            Respostas escritas com uma chave sua não contam. O mês vira no dia 1º, e o que sobrou não acumula.
          </p>
        </HelpTip>
      </div>
      <UsageBar usage={usage.data} />
      <p className={classes.soft}>
        {isNearLimit(usage.data) && `${leftText(usage.data)} `}
        {renewalText(usage.data)}
      </p>
    </div>
  )
}
