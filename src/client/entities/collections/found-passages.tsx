import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import text from '#client/ui/text/text.module.css'
import type { FoundPassage } from '#shared/contract/sources.ts'
import { placeText } from '#shared/passages/passage-place.ts'
import { COLLECTION_PAGES, useCollectionOwner } from './collection-owner.ts'
import { collectionQueries } from './collections.api.ts'
import classes from './collections.module.css'
import { foundText, KIND_NAMES } from './source-words.ts'

/** Passages that a search finds in one collection or in all, the best first. */
export function FoundPassages({ q, collectionId }: { q: string; collectionId?: string }) {
  const owner = useCollectionOwner()
  const found = useQuery({
    ...collectionQueries.search(owner, q, collectionId),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <Skeletons label="Buscando trechos" heights={[96, 96, 96]} />
  if (found.isError) return <LoadError query={found} title="A busca não terminou" />
  const { items } = found.data
  return (
    <section aria-label="Trechos achados" aria-busy={found.isPlaceholderData}>
      <p role="status" className={items.length > 0 ? 'visually-hidden' : text.soft}>
        {items.length > 0 ? foundText(items.length) : `Nenhum trecho fala de “${q}”.`}
      </p>
      <ol className={classes.found}>
        {items.map((passage) => (
          <Found key={passage.id} passage={passage} />
        ))}
      </ol>
    </section>
  )
}

function Found({ passage }: { passage: FoundPassage }) {
  const owner = useCollectionOwner()
  const { source, snippet } = passage
  const place = placeText(passage)
  return (
    <li className={classes.passage}>
      <p className={classes.origin}>
        {owner === 'person' ? (
          <Link
            to="/app/personalizacao/acervo/fonte/$sourceId"
            params={{ sourceId: source.id }}
            search={{ trecho: passage.position }}
          >
            {source.name}
          </Link>
        ) : (
          <Link to={COLLECTION_PAGES[owner]} params={{ collectionId: source.collectionId }}>
            {source.name}
          </Link>
        )}
        <span>
          {KIND_NAMES[source.kind]}
          {place && ` · ${place}`}
        </span>
      </p>
      <p>
        <HighlightedText parts={snippet} />
      </p>
    </li>
  )
}
