import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { formatDayInWords } from '#client/lib/text/sao-paulo-time.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditQueries } from './audit.api.ts'
import classes from './audit.module.css'
import { AuditItem } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditSearch } from './audit-search.ts'

export function AuditPage({ search }: { search: AuditSearch }) {
  const table = useTableSearch(search)
  const list = useInfiniteQuery({ ...auditQueries.list(search), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap((page) => page.items)
  return (
    <AdminPage
      title="Registro"
      description="Tudo o que a administração faz, com o antes e o depois. Ninguém consegue alterar nem apagar estes registros. Horários de São Paulo."
      actions={
        <LinkButton to="/app/admin/auditoria/chaves" variant="default">
          Chaves da API
        </LinkButton>
      }
    >
      <AuditFilters search={search} table={table} />
      <p role="status" className="visually-hidden">
        {table.isNarrowed &&
          entries &&
          !list.isPlaceholderData &&
          countText(entries.length, list.hasNextPage)}
      </p>
      {list.isPending && <Waiting />}
      {list.isError && !entries && <LoadError query={list} />}
      {entries?.length === 0 && !list.isPlaceholderData && (
        <Nothing isNarrowed={table.isNarrowed} onClear={table.onClear} />
      )}
      {entries && <Days entries={entries} isStale={list.isPlaceholderData} />}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </AdminPage>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${count} registros`
  return count === 1 ? '1 registro' : `${count} registros`
}

function Days({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const days = [...Map.groupBy(entries, ({ createdAt }) => formatDayInWords(createdAt))]
  return (
    <Stack gap={32} className={classes.days} data-stale={isStale || undefined} aria-busy={isStale}>
      {days.map(([day, items]) => (
        <Stack as="section" gap={12} key={day}>
          <h2 className={classes.dayName}>{day}</h2>
          <ol className={classes.entries}>
            {items.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ol>
        </Stack>
      ))}
    </Stack>
  )
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return (
      <StateMessage
        title="Nada registrado ainda"
        actions={
          <LinkButton to="/app/admin/users" variant="default">
            Ver as contas
          </LinkButton>
        }
      >
        O que a administração fizer daqui em diante aparece aqui, do mais recente ao mais antigo.
      </StateMessage>
    )
  }
  return (
    <StateMessage
      title="Nenhum registro assim"
      actions={
        <Button variant="default" onClick={onClear}>
          Ver tudo
        </Button>
      }
    >
      Nada combina com o que você procura. Tente um nome, ou o que foi feito: “suspendeu”, “aviso”.
    </StateMessage>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e'] as const

function Waiting() {
  return (
    <Stack gap={32} role="status" aria-label="Carregando: Registro" className={classes.days}>
      <div className={classes.entries} aria-hidden>
        {ROWS.map((row) => (
          <div key={row} className={classes.entry}>
            <span className={`${classes.timeGap} skeleton`} />
            <span className={`${classes.gap} skeleton`} />
          </div>
        ))}
      </div>
    </Stack>
  )
}
