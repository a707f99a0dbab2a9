import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Collection } from '#shared/contract/collections.ts'
import { AddSources } from './add-sources.tsx'
import { collectionCalls, collectionQueries, collectionsChanged } from './collections.api.ts'
import classes from './collections.module.css'
import { FoundPassages } from './found-passages.tsx'
import { CollectionSheet } from './name-sheets.tsx'
import { SourceRow } from './source-row.tsx'

type Props = {
  collectionId: string
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** One collection: its sources as they are read, the ways to add some, and the search in it. */
export function CollectionPage({ collectionId, q, onSearch }: Props) {
  const list = useQuery(collectionQueries.list)
  const collection = list.data?.items.find(({ id }) => id === collectionId)
  usePageTitle(collection?.name ?? 'Acervo')
  if (list.isPending) return <Skeletons label="Carregando a coleção" heights={[64, 120, 72, 72]} />
  if (list.isError && !list.data) return <LoadError query={list} title="A coleção não carregou" />
  if (!collection) {
    return (
      <StateMessage
        title="Esta coleção não está mais aqui"
        actions={<LinkButton to="/app/personalizacao/acervo">Ver o acervo</LinkButton>}
      >
        Ela pode ter sido excluída em outro aparelho.
      </StateMessage>
    )
  }
  return (
    <Stack gap={24}>
      <Head collection={collection} />
      <AddSources collectionId={collectionId} />
      {collection.passages > 0 && (
        <search className={classes.search}>
          <SearchField
            label="Buscar nesta coleção"
            placeholder="Buscar nesta coleção"
            text={q}
            onText={onSearch}
          />
        </search>
      )}
      {q === '' ? (
        <Sources collectionId={collectionId} />
      ) : (
        <FoundPassages q={q} collectionId={collectionId} />
      )}
    </Stack>
  )
}

function Head({ collection }: { collection: Collection }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sheet, setSheet] = useState<'edit' | 'delete' | null>(null)
  const close = () => setSheet(null)
  return (
    <header>
      <Link to="/app/personalizacao/acervo" className={classes.back}>
        Acervo
      </Link>
      <Row gap={12} align="start" justify="between" wrap={false}>
        <Stack className={classes.words}>
          <h1 className={text.title}>{collection.name}</h1>
          {collection.description && <p className={text.lead}>{collection.description}</p>}
        </Stack>
        <ActionMenu
          label={`Opções de ${collection.name}`}
          actions={() => [
            { label: 'Editar', Icon: IconPencil, onChoose: () => setSheet('edit') },
            { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => setSheet('delete') },
          ]}
        />
      </Row>
      {sheet === 'edit' && <CollectionSheet collection={collection} onClose={close} />}
      {sheet === 'delete' && (
        <ConfirmSheet
          title="Excluir a coleção?"
          confirmLabel="Excluir de vez"
          onClose={close}
          onConfirm={async () => {
            await collectionCalls.remove(collection.id)
            await navigate({ to: '/app/personalizacao/acervo', replace: true })
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

function Sources({ collectionId }: { collectionId: string }) {
  const list = useInfiniteQuery(collectionQueries.sources(collectionId))
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
