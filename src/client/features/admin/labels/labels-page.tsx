import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminPage } from '#client/components/admin-page.tsx'
import { LinkButton } from '#client/components/link-button.tsx'
import { SortableList } from '#client/components/sortable-list.tsx'
import rows from '#client/components/sortable-row.module.css'
import { StateMessage } from '#client/components/state-message.tsx'
import { errorText } from '#client/lib/texts.ts'
import type { AdminLabel } from '#shared/contract/labels.ts'
import { adminLabelQueries, orderLabels } from './admin-labels.api.ts'
import { GalleryStrip } from './gallery-strip.tsx'
import { LabelRow } from './label-row.tsx'
import classes from './labels.module.css'

/** The labels in the gallery's order, to be put in another one, written and taken away. */
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
      {labels.isPending && <Waiting />}
      {labels.isError && !labels.data && (
        <StateMessage
          tone="error"
          title="Não carregou"
          actions={<Button onClick={() => void labels.refetch()}>Tentar de novo</Button>}
        >
          {errorText(labels.error)}
        </StateMessage>
      )}
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

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

function Waiting() {
  return (
    <div role="status" aria-label="Carregando as etiquetas" className={rows.waiting}>
      <div className={`${classes.stripGap} skeleton`} aria-hidden />
      {ROWS.map((row) => (
        <div key={row} className={`${classes.rowGap} skeleton`} aria-hidden />
      ))}
    </div>
  )
}
