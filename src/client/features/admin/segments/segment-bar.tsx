import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { PeopleSegment } from '#shared/contract/people-segments.ts'
import type { AdminUsersFilter } from '#shared/contract/users.ts'
import { SegmentSheet } from './segment-sheet.tsx'
import { segmentCalls, segmentList, segmentsChanged } from './segments.api.ts'
import classes from './segments.module.css'

/** The search of the table of people. */
type Search = { [Name in keyof AdminUsersFilter]: AdminUsersFilter[Name] } & { sort?: string | undefined }

const FILTERS = ['q', 'role', 'status', 'planId', 'createdSince', 'activeSince'] as const
const isSame = (one: AdminUsersFilter, other: AdminUsersFilter) =>
  FILTERS.every((name) => one[name] === other[name])

/** Filters saved by name: choose one, save the ones in use, rename, delete. */
export function SegmentBar({ search }: { search: Search }) {
  const table = useTableSearch(search)
  const client = useQueryClient()
  const segments = useQuery(segmentList())
  const [open, setOpen] = useState<'save' | 'rename' | 'delete'>()
  const { sort: _order, ...filter } = search
  const chosen = segments.data?.find((it) => isSame(it.filter, filter))
  const choose = (id: string | undefined) => {
    const next = segments.data?.find((it) => it.id === id)?.filter
    table.change(Object.fromEntries(FILTERS.map((name) => [name, next?.[name]])))
  }
  const close = () => setOpen(undefined)
  const keep = async (call: Promise<PeopleSegment>, text: string) => {
    await call
    await segmentsChanged(client)
    showToast(text, 'success')
  }
  if (!segments.data || (segments.data.length === 0 && !table.isNarrowed)) return null
  return (
    <Row gap={12} className={classes.bar}>
      {segments.data.length > 0 && (
        <FilterSelect
          label="Segmento"
          all="Nenhum"
          options={segments.data.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id}
          onChange={choose}
        />
      )}
      {chosen && (
        <ActionMenu
          label={`Ações do segmento ${chosen.name}`}
          actions={() => [
            { label: 'Renomear', onChoose: () => setOpen('rename') },
            { label: 'Excluir segmento', onChoose: () => setOpen('delete'), isDanger: true },
          ]}
        />
      )}
      {!chosen && table.isNarrowed && (
        <Button
          variant="default"
          leftSection={<IconBookmark size={18} aria-hidden />}
          onClick={() => setOpen('save')}
        >
          Salvar como segmento
        </Button>
      )}
      {open === 'save' && (
        <SegmentSheet
          title="Salvar como segmento"
          lead="Guarda a busca e os filtros em uso, para toda a administração."
          submit="Salvar"
          name=""
          onSubmit={(name) => keep(segmentCalls.create({ name, filter }), 'Segmento salvo.')}
          onClose={close}
        />
      )}
      {open === 'rename' && chosen && (
        <SegmentSheet
          title="Renomear segmento"
          lead="O nome muda para toda a administração; os filtros ficam."
          submit="Renomear"
          name={chosen.name}
          onSubmit={(name) => keep(segmentCalls.rename(chosen.id, name), 'Segmento renomeado.')}
          onClose={close}
        />
      )}
      {open === 'delete' && chosen && (
        <ConfirmSheet
          title={`Excluir o segmento ${chosen.name}?`}
          confirmLabel="Excluir segmento"
          onConfirm={() => keep(segmentCalls.remove(chosen.id), 'Segmento excluído.')}
          onClose={close}
        >
          <p>Ele sai da lista de toda a administração. As contas ficam como estão.</p>
        </ConfirmSheet>
      )}
    </Row>
  )
}
