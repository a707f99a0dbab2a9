import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import type { DocumentSummary } from '#shared/contract/documents.ts'
import { DocumentCard } from './document-card.tsx'
import { documentQueries } from './documents.api.ts'
import classes from './documents.module.css'

type Props = {
  /** What is looked for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The texts that a creator keeps: replies saved from conversations, and what they wrote themselves. */
export function DocumentsPage({ q, onSearch }: Props) {
  useDocumentTitle('Documentos · Elenco')
  const list = useInfiniteQuery({ ...documentQueries.list(q), placeholderData: keepPreviousData })
  const documents = list.data?.pages.flatMap((page) => page.items)
  const isEmpty = documents?.length === 0 && q === '' && !list.isPlaceholderData
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.heading}>Documentos</h1>
          <p className={classes.lead}>
            Os textos que valem a pena guardar. Qualquer agente lê o que você escolher com @ na conversa.
          </p>
        </div>
        {!isEmpty && <NewDocument />}
      </header>
      {documents && !isEmpty && (
        <search className={classes.search}>
          <SearchField
            label="Buscar documentos"
            placeholder="Buscar no título e no texto"
            text={q}
            onText={onSearch}
          />
        </search>
      )}
      {list.isPending && <Waiting />}
      {list.isError && !documents && (
        <StateMessage
          tone="error"
          title="Os documentos não carregaram"
          actions={<Button onClick={() => void list.refetch()}>Tentar de novo</Button>}
        >
          {errorText(list.error)}
        </StateMessage>
      )}
      {isEmpty && <Empty />}
      {documents && !isEmpty && (
        <Found documents={documents} q={q} isStale={list.isPlaceholderData} hasMore={list.hasNextPage} />
      )}
      <LoadMoreButton list={list}>Mostrar mais documentos</LoadMoreButton>
    </div>
  )
}

const NewDocument = () => (
  <LinkButton to="/app/personalizacao/documentos/new" leftSection={<IconPlus size={20} aria-hidden />}>
    Novo documento
  </LinkButton>
)

function Empty() {
  return (
    <EmptyExample
      title="Nenhum documento ainda"
      example={EXAMPLE}
      action={
        <>
          <LinkButton to="/app">Conversar com um agente</LinkButton>
          <LinkButton to="/app/personalizacao/documentos/new" variant="default">
            Novo documento
          </LinkButton>
        </>
      }
    >
      Gostou de uma resposta? Abra “Mais ações” embaixo dela e escolha “Salvar como…”, depois “Documento”. Ela
      fica aqui com versões, pronta para editar, exportar e usar em outras conversas.
    </EmptyExample>
  )
}

const EXAMPLE = {
  name: 'Roteiro da aula de abertura',
  lines: [
    'Salvo de uma conversa com o agente de roteiros, na versão 3',
    'Citado com @ na conversa da página de vendas, para a promessa ser a mesma',
  ],
}

type FoundProps = { documents: readonly DocumentSummary[]; q: string; isStale: boolean; hasMore: boolean }

function Found({ documents, q, isStale, hasMore }: FoundProps) {
  const isNothing = documents.length === 0 && !isStale
  return (
    <section aria-label="Seus documentos" aria-busy={isStale}>
      {q !== '' && (
        <p role="status" className={isNothing ? classes.nothing : 'visually-hidden'}>
          {isStale ? 'Procurando…' : countText(documents.length, hasMore, q)}
        </p>
      )}
      <ul className={classes.cards} data-stale={isStale || undefined}>
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} />
        ))}
      </ul>
    </section>
  )
}

function countText(count: number, hasMore: boolean, q: string): string {
  if (count === 0) return `Nenhum documento fala de “${q}”. Tente uma palavra só, ou um pedaço dela.`
  if (hasMore) return `Mais de ${count} documentos`
  return count === 1 ? '1 documento' : `${count} documentos`
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

function Waiting() {
  return (
    <div role="status" aria-label="Carregando os documentos" className={classes.waiting}>
      <div className={`${classes.searchGap} skeleton`} aria-hidden />
      <div className={classes.cards} aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={`${classes.gap} skeleton`} />
        ))}
      </div>
    </div>
  )
}
