import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { storageQuery } from '#client/entities/billing/storage.api.ts'
import { formatBytes } from '#client/lib/text/format.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import text from '#client/ui/text/text.module.css'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import { COLLECTION_PAGES, useCollectionOwner } from './collection-owner.ts'
import classes from './collections.module.css'
import { FoundPassages } from './found-passages.tsx'
import { PassageSearch } from './passage-search.tsx'
import { figuresText, passagesText } from './source-words.ts'

type Props<Item extends Collection> = {
  /** Accessible name of the list. */
  label: string
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
  collections: Omit<Collections, 'items'> & { items: Item[] }
  /** A further line of a card. */
  noteOf?: (collection: Item) => string
}

/** Collections as cards, the search in all of them, and how full the Acervo is. */
export function CollectionCards<Item extends Collection>({
  label,
  q,
  onSearch,
  collections,
  noteOf,
}: Props<Item>) {
  const owner = useCollectionOwner()
  const { items, passages } = collections
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  return (
    <>
      <PassageSearch
        label="Buscar no acervo"
        placeholder="Buscar em todas as coleções"
        text={q}
        onText={onSearch}
      />
      {q === '' ? (
        <ul className={classes.cards} aria-label={label}>
          {items.map((collection) => (
            <CollectionCard key={collection.id} collection={collection} note={noteOf?.(collection)} />
          ))}
        </ul>
      ) : (
        <FoundPassages q={q} />
      )}
      <div className={classes.meter}>
        <p className={text.hint}>
          {passagesText(passages.used)} de {passages.limit.toLocaleString('pt-BR')} · {formatBytes(bytes)} em
          arquivos
        </p>
        <ProgressBar
          label="Trechos usados"
          done={Math.min(passages.used, passages.limit)}
          all={passages.limit}
        />
        {owner === 'person' && <StorageBar />}
      </div>
    </>
  )
}

/** Files and passages fill the room of the plan, beside chats and documents. */
function StorageBar() {
  const { data } = useQuery(storageQuery())
  if (!data) return null
  const { used, limit } = data
  return (
    <>
      <p className={text.hint}>
        {formatBytes(used)} de {formatBytes(limit)} do espaço do seu plano, com conversas e documentos
      </p>
      <ProgressBar label="Espaço usado" done={Math.min(used, limit)} all={limit} />
    </>
  )
}

function CollectionCard({ collection, note }: { collection: Collection; note: string | undefined }) {
  const owner = useCollectionOwner()
  const { pending, failed } = collection
  return (
    <li className={classes.card}>
      <Link
        to={COLLECTION_PAGES[owner]}
        params={{ collectionId: collection.id }}
        className={classes.cardLink}
      >
        <span className={classes.name}>{collection.name}</span>
        {collection.description && <span className={text.soft}>{collection.description}</span>}
        <span className={text.hint}>{figuresText(collection)}</span>
        {note && <span className={text.hint}>{note}</span>}
        {pending > 0 && <span className={text.hint}>{pending} na fila ou em leitura</span>}
        {failed > 0 && <span className={classes.failure}>{failed} com problema</span>}
      </Link>
    </li>
  )
}
