import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SortableList } from '#client/ui/sortable/sortable-list.tsx'
import rows from '#client/ui/sortable/sortable-row.module.css'
import type { AdminLabel } from '#shared/contract/labels.ts'
import { GalleryStrip } from './filter-preview.tsx'
import { LabelRow } from './label-row.tsx'
import { adminLabelQueries, orderLabels } from './labels.api.ts'
import classes from './labels.module.css'

export function LabelsPage() {
  const labels = useQuery(adminLabelQueries.list())
  const newLink = (
    <LinkButton to="/app/admin/labels/new" leftSection={<IconPlus size={20} aria-hidden />}>
      Nova etiqueta
    </LinkButton>
  )
  const isEmpty = labels.data?.length === 0
  return (
    <AdminPage
      title="Etiquetas"
      description="Com elas se acha o agente certo na galeria. A ordem daqui é a ordem de lá."
      actions={!isEmpty && newLink}
    >
      {labels.isPending && (
        <Skeletons label="Carregando as etiquetas" heights={[96, 76, 76, 76, 76, 76, 76]} />
      )}
      {labels.isError && !labels.data && <LoadError query={labels} />}
      {isEmpty && (
        <StateMessage title="Nenhuma etiqueta ainda" actions={newLink}>
          A galeria mostra todos os agentes juntos. Com etiquetas como “Copy” ou “Lançamento”, cada pessoa
          encontra o seu em um toque.
        </StateMessage>
      )}
      {labels.data && !isEmpty && <Order labels={labels.data} />}
    </AdminPage>
  )
}

function Order({ labels }: { labels: AdminLabel[] }) {
  const client = useQueryClient()
  return (
    <>
      <GalleryStrip names={labels.map(({ name }) => name)} />
      <div className={rows.board}>
        <div className={`${rows.columns} ${classes.columns}`} aria-hidden>
          <span>Etiqueta</span>
          <span>Agentes</span>
        </div>
        <SortableList
          label="Etiquetas em ordem"
          items={labels}
          keyOf={({ id }) => id}
          labelOf={({ name }) => name}
          renderItem={(label, handle) => <LabelRow label={label} others={labels} handle={handle} />}
          onReorder={(ids) => orderLabels(client, ids)}
          disabled={labels.length < 2}
        />
      </div>
    </>
  )
}
