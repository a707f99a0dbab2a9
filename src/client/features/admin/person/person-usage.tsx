import { useQuery } from '@tanstack/react-query'
import { costText } from '#client/entities/admin/cost-text.ts'
import { InReais } from '#client/entities/admin/exchange-rate.tsx'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { formatCompact, formatCount, formatDay, formatMonth } from '#client/lib/text/format-figures.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { UserUsage } from '#shared/contract/user-usage.ts'
import { personQueries } from './person.api.ts'
import classes from './person.module.css'

/** Messages, tokens and cost of the last twelve months, by month and by agent. */
export function PersonUsage({ userId }: { userId: string }) {
  const usage = useQuery(personQueries.usage(userId))
  const { data } = usage
  return (
    <>
      <FieldGroup
        title="Uso por mês"
        lead="Dos últimos doze meses. O custo é o da casa, pelos preços de cada dia."
      >
        {usage.isPending && <Skeletons label="Carregando o uso" heights={[64, 64]} />}
        {usage.isError && !data && <LoadFailure query={usage}>{errorText(usage.error)}</LoadFailure>}
        {data?.months.length === 0 && <p className={text.soft}>Nenhuma mensagem nos últimos doze meses.</p>}
        {data && data.months.length > 0 && (
          <ul aria-label="Uso por mês" className={classes.list}>
            {data.months.map((it) => (
              <Figures key={it.month} title={formatMonth(it.month)} of={it} />
            ))}
          </ul>
        )}
      </FieldGroup>
      {data?.lastDeviceAt && (
        <FieldGroup title="Aparelhos conhecidos" lead="Os que entraram na conta em um ano, abertos ou não.">
          <p>
            {data.knownDevices === 1 ? '1 aparelho' : `${formatCount(data.knownDevices)} aparelhos`}; o
            último, {formatRelative(data.lastDeviceAt)}.
          </p>
        </FieldGroup>
      )}
      {data && data.agents.length > 0 && (
        <FieldGroup title="Agentes usados" lead="Nos mesmos meses, os mais usados primeiro.">
          <ul aria-label="Agentes usados" className={classes.list}>
            {data.agents.map((it) => (
              <Figures
                key={it.agentId}
                title={it.name ?? 'Agente excluído'}
                of={it}
                note={`Por último em ${formatDay(it.lastDay)}`}
              />
            ))}
          </ul>
        </FieldGroup>
      )}
    </>
  )
}

const figuresText = ({ messages, tokens }: { messages: number; tokens: number }): string =>
  `${messages === 1 ? '1 mensagem' : `${formatCount(messages)} mensagens`} · ${formatCompact(tokens)} tokens`

type Props = { title: string; of: UserUsage['months'][number] | UserUsage['agents'][number]; note?: string }

function Figures({ title, of, note }: Props) {
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack as="span" gap={4} className={classes.words}>
        <strong>{title}</strong>
        <span className={text.soft}>{figuresText(of)}</span>
        {note && <span className={text.soft}>{note}</span>}
      </Stack>
      <span className={classes.amount}>
        {costText({ usd: of.cost.usd, isComplete: of.cost.unpricedTokens === 0 })}
        <InReais usd={of.cost.usd} />
      </span>
    </Row>
  )
}
