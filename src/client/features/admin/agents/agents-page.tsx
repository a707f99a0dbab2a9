import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { adminAgentQueries, orderAgents } from '#client/entities/agents/agents-admin.api.ts'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { useAgentActions } from '#client/entities/agents/use-agent-actions.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { SortableList } from '#client/ui/sortable/sortable-list.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { AgentRow, AgentRowHead, DeletedAgentRow } from './agent-row.tsx'
import { AgentsEmpty } from './agents-empty.tsx'
import classes from './agents-page.module.css'

const ImportSheet = lazy(() => import('./import-sheet.tsx').then((it) => ({ default: it.ImportSheet })))

export type AgentsSearch = {
  q?: string | undefined
  etiqueta?: string | undefined
  ver?: 'excluidos' | undefined
}

const PLACES = [
  { value: 'galeria', label: 'Na galeria' },
  { value: 'excluidos', label: 'Excluídos' },
] as const

export function AgentsPage({ search }: { search: AgentsSearch }) {
  const table = useTableSearch(search)
  const [isImporting, setImporting] = useState(false)
  const isDeleted = search.ver === 'excluidos'
  return (
    <AdminPage
      title="Agentes"
      description="Quem está em cena, na ordem em que aparece na galeria. Rascunhos, só você e quem mais administra veem."
      actions={
        <>
          <LinkButton to="/app/admin/acervo" variant="default">
            Acervo da casa
          </LinkButton>
          <LinkButton to="/app/admin/revisor" variant="default">
            Regras do Revisor
          </LinkButton>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            Importar
          </Button>
          <LinkButton to="/app/admin/agents/new" leftSection={<IconPlus size={20} aria-hidden />}>
            Novo agente
          </LinkButton>
        </>
      }
    >
      <Stack gap={24} className={classes.root}>
        <div className={classes.tools}>
          <search>
            <SearchField
              label="Buscar agentes"
              placeholder="Buscar por nome ou descrição"
              text={table.q}
              onText={table.onSearch}
            />
          </search>
          <LabelFilter value={search.etiqueta} onChange={(etiqueta) => table.change({ etiqueta })} />
          <SegmentedControl
            label="Quais agentes"
            options={PLACES}
            value={isDeleted ? 'excluidos' : 'galeria'}
            onChange={(place) => table.change({ ver: place === 'excluidos' ? 'excluidos' : undefined })}
            className={classes.places}
          />
        </div>
        <Listed search={search} isDeleted={isDeleted} onClear={table.onClear} />
      </Stack>
      {isImporting && (
        <Suspense>
          <ImportSheet onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </AdminPage>
  )
}

type FilterProps = { value: string | undefined; onChange: (labelId: string | undefined) => void }

function LabelFilter({ value, onChange }: FilterProps) {
  const { data: labels = [] } = useQuery(labelQueries.list())
  return (
    <FilterSelect
      label="Etiqueta"
      all="Todas"
      options={labels.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

const isShown = ({ q, etiqueta }: AgentsSearch) => {
  return ({ name, description, labels }: AdminAgentSummary) =>
    (!q || hasWords(`${name} ${description}`, q)) && (!etiqueta || labels.some(({ id }) => id === etiqueta))
}

type ListedProps = { search: AgentsSearch; isDeleted: boolean; onClear: () => void }

function Listed({ search, isDeleted, onClear }: ListedProps) {
  const client = useQueryClient()
  const { actionsFor, publishingOf, restore } = useAgentActions()
  const list = useQuery(adminAgentQueries.list(isDeleted))
  if (list.isPending)
    return <Skeletons label="Carregando os agentes" heights={[84, 84, 84, 84, 84]} gap={8} />
  if (!list.data) {
    return <LoadError query={list} title="Os agentes não carregaram" />
  }
  const shown = list.data.filter(isShown(search))
  const isNarrowed = Boolean(search.q || search.etiqueta)
  if (shown.length === 0)
    return <AgentsEmpty isDeleted={isDeleted} isNarrowed={isNarrowed} onClear={onClear} />
  return (
    <Stack as="section" aria-label={isDeleted ? 'Agentes excluídos' : 'Agentes na galeria'}>
      <p role="status" className={isNarrowed ? classes.note : 'visually-hidden'}>
        {countText(shown.length)}
        {isNarrowed && !isDeleted && '. Para mudar a ordem, mostre todos.'}
      </p>
      {isDeleted ? (
        <ul className={classes.deleted}>
          {shown.map((agent) => (
            <DeletedAgentRow key={agent.id} agent={agent} onRestore={() => restore(agent)} />
          ))}
        </ul>
      ) : (
        <>
          <AgentRowHead hasHandles={!isNarrowed} />
          <SortableList
            label="Agentes, na ordem da galeria"
            items={shown}
            keyOf={({ id }) => id}
            labelOf={({ name }) => name}
            disabled={isNarrowed}
            onReorder={(ids) => orderAgents(client, ids)}
            renderItem={(agent, handle) => (
              <AgentRow
                agent={agent}
                handle={handle}
                actions={() => [publishingOf(agent), ...actionsFor(agent)]}
              />
            )}
          />
        </>
      )}
    </Stack>
  )
}

const countText = (count: number) => (count === 1 ? '1 agente' : `${count} agentes`)
