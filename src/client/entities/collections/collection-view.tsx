import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Collection } from '#shared/contract/collections.ts'
import { AddSources } from './add-sources.tsx'
import { useCollectionOwner } from './collection-owner.ts'
import { collectionCalls, collectionQueries, collectionsChanged } from './collections.api.ts'
import classes from './collections.module.css'
import { FoundPassages } from './found-passages.tsx'
import { PassageSearch } from './passage-search.tsx'
import { SourceRow } from './source-row.tsx'
import { cancelUploadsInto } from './uploads.ts'

type HeadProps = {
  collection: Collection
  /** Leads to the list of collections. */
  back: ReactNode
  /** Facts below the description. */
  children?: ReactNode
  /** Goes to the list, once the collection is deleted. */
  onDeleted: () => Promise<void>
  renderEditor: (onClose: () => void) => ReactNode
}

/** Name and description of a collection, with its menu. */
export function CollectionHead({ collection, back, children, onDeleted, renderEditor }: HeadProps) {
  const client = useQueryClient()
  const owner = useCollectionOwner()
  const [sheet, setSheet] = useState<'edit' | 'delete' | null>(null)
  const close = () => setSheet(null)
  return (
    <header>
      {back}
      <Row gap={12} align="start" justify="between" wrap={false}>
        <Stack className={classes.words}>
          <h1 className={text.title}>{collection.name}</h1>
          {collection.description && <p className={text.lead}>{collection.description}</p>}
          {children}
        </Stack>
        <ActionMenu
          label={`Opções de ${collection.name}`}
          actions={() => [
            { label: 'Editar', Icon: IconPencil, onChoose: () => setSheet('edit') },
            { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => setSheet('delete') },
          ]}
        />
      </Row>
      {sheet === 'edit' && renderEditor(close)}
      {sheet === 'delete' && (
        <ConfirmSheet
          title="Excluir a coleção?"
          confirmLabel="Excluir de vez"
          onClose={close}
          onConfirm={async () => {
            await collectionCalls.remove(owner, collection.id)
            cancelUploadsInto({ owner, collectionId: collection.id })
            await onDeleted()
            await collectionsChanged(client)
          }}
        >
          <p>
            “{collection.name}” e as suas fontes são apagadas com os arquivos, e nada as traz de volta. As
            respostas que já usaram um trecho continuam como estão.
          </p>
        </ConfirmSheet>
      )}
    </header>
  )
}

type BodyProps = {
  collection: Collection
  /** Further ways to add sources. */
  ways?: ReactNode
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The sources of a collection as they are read, the ways to add some, and the search in it. */
export function CollectionBody({ collection, ways, q, onSearch }: BodyProps) {
  return (
    <>
      <AddSources collectionId={collection.id}>{ways}</AddSources>
      {collection.passages > 0 && (
        <PassageSearch
          label="Buscar nesta coleção"
          placeholder="Buscar nesta coleção"
          text={q}
          onText={onSearch}
        />
      )}
      {q === '' ? (
        <Sources collectionId={collection.id} />
      ) : (
        <FoundPassages q={q} collectionId={collection.id} />
      )}
    </>
  )
}

function Sources({ collectionId }: { collectionId: string }) {
  const owner = useCollectionOwner()
  const list = useInfiniteQuery(collectionQueries.sources(owner, collectionId))
  if (list.isPending) return <Skeletons label="Carregando as fontes" heights={[72, 72, 72]} />
  if (list.isError && !list.data) return <LoadError query={list} title="As fontes não carregaram" />
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ul className={classes.sources} aria-label="Fontes">
        {items.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
      <LoadMoreButton list={list}>Mostrar mais fontes</LoadMoreButton>
    </>
  )
}
