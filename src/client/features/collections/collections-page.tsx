import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { formatBytes } from '#client/lib/text/format.ts'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import { collectionQueries } from './collections.api.ts'
import classes from './collections.module.css'
import { FoundPassages } from './found-passages.tsx'
import { CollectionSheet } from './name-sheets.tsx'
import { passagesText } from './source-words.ts'

type Props = {
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The person's collections, the search in all of them, and how full the Acervo is. */
export function CollectionsPage({ q, onSearch }: Props) {
  usePageTitle('Acervo')
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list)
  const [isAdding, setAdding] = useState(false)
  const items = list.data?.items
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Nova coleção
    </Button>
  )
  return (
    <Stack gap={24}>
      <header className={classes.head}>
        <Stack className={classes.words}>
          <h1 className={text.title}>Acervo</h1>
          <p className={text.lead}>
            Seus e-books, aulas, pesquisas e páginas de vendas, prontos para buscar: por palavras, com a
            página, o título ou o minuto de cada trecho.
          </p>
        </Stack>
        {items && items.length > 0 && add}
      </header>
      {list.isPending && <Skeletons label="Carregando as coleções" heights={[42, 96, 96]} />}
      {list.isError && !items && <LoadError query={list} title="As coleções não carregaram" />}
      {items?.length === 0 && (
        <EmptyExample title="Nenhuma coleção ainda" example={EXAMPLE} action={add}>
          Uma coleção junta os materiais de um curso ou de um assunto: PDF, DOCX, textos, tabelas, legendas de
          aulas e páginas públicas. Cada arquivo é lido e dividido em trechos que a busca acha.
        </EmptyExample>
      )}
      {list.data && list.data.items.length > 0 && (
        <Filled q={q} onSearch={onSearch} collections={list.data} />
      )}
      {isAdding && (
        <CollectionSheet
          onClose={() => setAdding(false)}
          onSaved={({ id }) =>
            void navigate({ to: '/app/personalizacao/acervo/$collectionId', params: { collectionId: id } })
          }
        />
      )}
    </Stack>
  )
}

const EXAMPLE = {
  name: 'Qual é o prazo de garantia?',
  lines: [
    '“Devolvemos o valor inteiro em até sete dias depois da compra.” [1]',
    '[1] Guia da oferta.pdf · página 12 · Garantia',
  ],
}

function Filled({ q, onSearch, collections }: Props & { collections: Collections }) {
  const { items, passages } = collections
  return (
    <>
      <search className={classes.search}>
        <SearchField
          label="Buscar no acervo"
          placeholder="Buscar em todas as coleções"
          text={q}
          onText={onSearch}
        />
      </search>
      {q === '' ? (
        <ul className={classes.cards} aria-label="Suas coleções">
          {items.map((collection) => (
            <CollectionCard key={collection.id} collection={collection} />
          ))}
        </ul>
      ) : (
        <FoundPassages q={q} />
      )}
      <div className={classes.meter}>
        <p className={text.hint}>
          {passagesText(passages.used)} de {passages.limit.toLocaleString('pt-BR')}
        </p>
        <ProgressBar label="Trechos usados" done={passages.used} all={passages.limit} />
      </div>
    </>
  )
}

function CollectionCard({ collection }: { collection: Collection }) {
  const { sources, pending, failed, passages, bytes } = collection
  const figures = [
    sources === 1 ? '1 fonte' : `${sources.toLocaleString('pt-BR')} fontes`,
    passagesText(passages),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
  ]
  return (
    <li className={classes.card}>
      <Link
        to="/app/personalizacao/acervo/$collectionId"
        params={{ collectionId: collection.id }}
        className={classes.cardLink}
      >
        <span className={classes.name}>{collection.name}</span>
        {collection.description && <span className={text.soft}>{collection.description}</span>}
        <span className={text.hint}>{sources === 0 ? 'Vazia' : figures.join(' · ')}</span>
        {pending > 0 && <span className={text.hint}>{pending} na fila ou em leitura</span>}
        {failed > 0 && <span className={classes.failure}>{failed} com problema</span>}
      </Link>
    </li>
  )
}
