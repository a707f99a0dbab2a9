import { useQuery } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDay, formatMonth } from '#client/lib/text/format-figures.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { UserUsage as Usage } from '#shared/contract/user-usage.ts'
import { costText, figuresText } from './user-figures.ts'
import classes from './user-lists.module.css'
import { userPageQueries } from './user-page.api.ts'

/** Messages, tokens and cost of the last twelve months, by month and by agent. */
export function UserUsage({ userId }: { userId: string }) {
  const usage = useQuery(userPageQueries.usage(userId))
  const { data } = usage
  return (
    <>
      <FieldGroup title="Uso por mês" lead="Dos últimos doze meses. O custo é o da casa, pelos preços de cada dia.">
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

type Props = { title: string; of: Usage['months'][number] | Usage['agents'][number]; note?: string }

function Figures({ title, of, note }: Props) {
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack as="span" gap={4} className={classes.words}>
        <strong>{title}</strong>
        <span className={text.soft}>{figuresText(of)}</span>
        {note && <span className={text.soft}>{note}</span>}
      </Stack>
      <span className={classes.amount}>{costText(of.cost)}</span>
    </Row>
  )
}
