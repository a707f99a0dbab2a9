import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CollectionBody, CollectionHead } from '#client/entities/collections/collection-view.tsx'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import classes from '#client/entities/collections/collections.module.css'
import { CollectionSheet } from '#client/entities/collections/name-sheets.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DocumentSources } from './document-sources.tsx'

type Props = {
  collectionId: string
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** One of the person's collections. */
export function CollectionPage({ collectionId, q, onSearch }: Props) {
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list('person'))
  const collection = list.data?.items.find(({ id }) => id === collectionId)
  usePageTitle(collection?.name ?? 'Acervo')
  if (list.isPending) return <Skeletons label="Carregando a coleção" heights={[64, 120, 72, 72]} />
  if (list.isError && !list.data) return <LoadError query={list} title="A coleção não carregou" isPage />
  if (!collection) {
    return (
      <StateMessage
        isPage
        title="Esta coleção não está mais aqui"
        actions={<LinkButton to="/app/personalizacao/acervo">Ver o acervo</LinkButton>}
      >
        Ela pode ter sido excluída em outro aparelho.
      </StateMessage>
    )
  }
  return (
    <Stack gap={24}>
      <CollectionHead
        collection={collection}
        back={
          <Link to="/app/personalizacao/acervo" className={classes.back}>
            Acervo
          </Link>
        }
        onDeleted={() => navigate({ to: '/app/personalizacao/acervo', replace: true })}
        renderEditor={(onClose) => <CollectionSheet collection={collection} onClose={onClose} />}
      />
      <CollectionBody
        collection={collection}
        ways={<DocumentSources collectionId={collection.id} />}
        q={q}
        onSearch={onSearch}
      />
    </Stack>
  )
}
