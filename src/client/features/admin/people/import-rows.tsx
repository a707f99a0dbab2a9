import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import text from '#client/ui/text/text.module.css'
import type { ImportResult, ImportRow, PeopleImport } from '#shared/contract/people-imports.ts'
import { peopleQueries } from './people.api.ts'
import classes from './people.module.css'
import { giftText, RESULT_TEXTS } from './people-texts.ts'

const COLUMNS: readonly DataTableColumn<ImportRow>[] = [
  {
    key: 'person',
    header: 'Pessoa',
    cell: ({ name, email }) => (
      <Stack gap={4}>
        <span>{name || 'Sem nome'}</span>
        <span className={`${text.small} ${classes.address}`}>{email || 'Sem e-mail'}</span>
      </Stack>
    ),
  },
  { key: 'line', header: 'Linha', width: '80px', align: 'end', cell: ({ line }) => formatCount(line) },
  {
    key: 'plan',
    header: 'Plano',
    width: '24%',
    cell: ({ result, planName, planUntil }) => (result === 'error' ? '' : giftText(planName, planUntil)),
  },
  {
    key: 'result',
    header: 'Resultado',
    width: '28%',
    cell: ({ result, problem, isDone }) => (
      <span className={result === 'error' ? classes.problem : classes.status}>
        {problem ?? RESULT_TEXTS[result][isDone ? 1 : 0]}
      </span>
    ),
  },
]

/** The rows with what happens to each; a count shows only its rows. */
export function ImportRows({ current }: { current: PeopleImport }) {
  const [result, setResult] = useState<ImportResult>()
  const rows = useInfiniteQuery({
    ...peopleQueries.rows(current.id, result),
    placeholderData: keepPreviousData,
  })
  const counted = Object.entries(current.counts) as [ImportResult, number][]
  const isDone = current.status === 'done'
  return (
    <Stack gap={24}>
      <fieldset className={classes.counts}>
        <legend className="visually-hidden">Mostrar só</legend>
        {counted
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <button
              key={name}
              type="button"
              className={classes.count}
              data-tone={name === 'error' ? 'danger' : undefined}
              aria-pressed={result === name}
              onClick={() => setResult(result === name ? undefined : name)}
            >
              <strong>{formatCount(count)}</strong>
              <span>{RESULT_TEXTS[name][isDone ? 1 : 0]}</span>
            </button>
          ))}
      </fieldset>
      <DataTable
        caption="Linhas da planilha"
        columns={COLUMNS}
        list={rows}
        keyOf={({ line }) => String(line)}
        empty={<StateMessage title="Nenhuma linha">O arquivo não tem linhas assim.</StateMessage>}
      />
    </Stack>
  )
}
