import { useQuery } from '@tanstack/react-query'
import { ExtraList } from '#client/entities/billing/extra-list.tsx'
import { isNearLimit, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { UsageBar } from '#client/entities/billing/usage-bar.tsx'
import { leftText, monthName, renewalText, usedText } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import text from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'
import classes from './usage-meter.module.css'

/** The month's used messages, and when the count restarts. */
export function UsageMeter() {
  const usage = useQuery({ ...subscriptionQueries.usage(), refetchOnMount: 'always' })
  if (usage.isPending) {
    return <div role="status" aria-label="Carregando o uso do mês" className={`${classes.gap} skeleton`} />
  }
  if (!usage.data) {
    return <LoadFailure query={usage}>O uso do mês não apareceu. {errorText(usage.error)}</LoadFailure>
  }
  return (
    <Stack>
      <Row wrap={false} className={classes.count}>
        <p>
          <strong>{usedText(usage.data)}</strong> em {monthName(usage.data.month)}
        </p>
        <HelpTip about="como o uso é contado">
          <p>
            Cada resposta de um agente conta uma vez, também quando você pede outra versão ou continua uma que
            parou. Preencher uma ficha com a IA também conta uma vez. O que falhar sem dizer nada não conta,
            até {LIMITS.returnedMessagesPerMonth} vezes por mês.
          </p>
          <p>
            Respostas escritas com uma chave sua não contam. O mês vira no dia 1º, e o que sobrou não acumula.
          </p>
          <p>Mensagens extras, que a administração pode dar, não viram com o mês: valem até a data delas.</p>
        </HelpTip>
      </Row>
      <UsageBar usage={usage.data} />
      <ExtraList usage={usage.data} />
      <p className={text.hint}>
        {isNearLimit(usage.data) && `${leftText(usage.data)} `}
        {renewalText(usage.data)}
      </p>
    </Stack>
  )
}
