import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ListPage } from '#client/entities/business/list-page.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { DocumentCard } from './document-card.tsx'
import { documentQueries } from './documents.api.ts'
import classes from './documents.module.css'

type Props = {
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The creator's documents: replies saved from chats, and texts of their own. */
export function DocumentsPage({ q, onSearch }: Props) {
  const list = useInfiniteQuery({ ...documentQueries.list(q), placeholderData: keepPreviousData })
  return (
    <ListPage
      texts={TEXTS}
      list={list}
      q={q}
      onSearch={onSearch}
      newLink={<Links />}
      empty={<Empty />}
      classNames={{ cards: classes.cards, skeleton: classes.skeleton }}
      skeletons={6}
    >
      {(document) => <DocumentCard key={document.id} document={document} />}
    </ListPage>
  )
}

const TEXTS = {
  title: 'Documentos',
  lead: 'Os textos que valem a pena guardar. Qualquer agente lê o que você escolher com @ na conversa.',
  search: 'Buscar documentos',
  placeholder: 'Buscar no título e no texto',
  list: 'Seus documentos',
  waiting: 'Carregando os documentos',
  failed: 'Os documentos não carregaram',
  more: 'Mostrar mais documentos',
  none: (q: string) => `Nenhum documento fala de “${q}”. Tente uma palavra só, ou um pedaço dela.`,
  counted: ['documento', 'documentos'],
} as const

const Links = () => (
  <Row gap={12}>
    <LinkButton to="/app/revisor" variant="default" leftSection={<IconListSearch size={20} aria-hidden />}>
      Revisor
    </LinkButton>
    <NewDocument />
  </Row>
)

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
