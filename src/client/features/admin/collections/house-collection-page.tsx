import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CollectionOwnerContext } from '#client/entities/collections/collection-owner.ts'
import { CollectionBody, CollectionHead } from '#client/entities/collections/collection-view.tsx'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import classes from '#client/entities/collections/collections.module.css'
import { figuresText } from '#client/entities/collections/source-words.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { HouseCollection } from '#shared/contract/collections.ts'
import { HouseCollectionSheet } from './house-collection-sheet.tsx'

type Props = {
  collectionId: string
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** One collection of the house. */
export function HouseCollectionPage({ collectionId, q, onSearch }: Props) {
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list('house'))
  const collection = list.data?.items.find(({ id }) => id === collectionId)
  usePageTitle(`${collection?.name ?? 'Acervo da casa'} · Administração`)
  if (list.isPending) return <Skeletons label="Carregando a coleção" heights={[64, 120, 72, 72]} />
  if (list.isError && !list.data) return <LoadError query={list} title="A coleção não carregou" isPage />
  if (!collection) {
    return (
      <StateMessage
        isPage
        title="Esta coleção não está mais aqui"
        actions={<LinkButton to="/app/admin/acervo">Ver o acervo da casa</LinkButton>}
      >
        Outra pessoa que administra pode ter excluído a coleção.
      </StateMessage>
    )
  }
  return (
    <CollectionOwnerContext value="house">
      <Stack gap={24}>
        <CollectionHead
          collection={collection}
          back={
            <Link to="/app/admin/acervo" className={classes.back}>
              Acervo da casa
            </Link>
          }
          onDeleted={() => navigate({ to: '/app/admin/acervo', replace: true })}
          renderEditor={(onClose) => <HouseCollectionSheet collection={collection} onClose={onClose} />}
        >
          <Facts collection={collection} />
        </CollectionHead>
        <CollectionBody collection={collection} q={q} onSearch={onSearch} />
      </Stack>
    </CollectionOwnerContext>
  )
}

function Facts({ collection }: { collection: HouseCollection }) {
  const { agents, allowsDownload } = collection
  return (
    <>
      <p className={text.hint}>
        {figuresText(collection)} ·{' '}
        {allowsDownload ? 'Arquivos podem ser baixados' : 'Arquivos só para quem administra'}
      </p>
      <p className={text.hint}>
        {agents.length === 0 ? (
          <>
            Nenhum agente lê esta coleção: escolha-a no editor de um deles, em{' '}
            <Link to="/app/admin/agents">Agentes</Link>.
          </>
        ) : (
          `Quem lê: ${agents.map(({ name }) => name).join(', ')}`
        )}
      </p>
    </>
  )
}
