import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import collectionClasses from '#client/entities/collections/collections.module.css'
import { OpenPdf } from '#client/entities/collections/file-links.tsx'
import { PageLink } from '#client/entities/collections/page-link.tsx'
import { KIND_NAMES, passagesText, textlessText } from '#client/entities/collections/source-words.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { SourcePassages } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { placeText } from '#shared/passages/passage-place.ts'
import classes from './source-page.module.css'

const { passagesPerPage } = COLLECTION_LIMITS
/** Passages that are shown before the one that is looked for. */
const BEFORE = 4

type Props = {
  sourceId: string
  /** The passage that is looked for. */
  cited: number | undefined
  /** The first passage that is shown; by default a few before the one that is looked for. */
  from: number | undefined
}

/** A source as replies read it: its passages in their order, from the one that was cited. */
export function SourcePage({ sourceId, cited, from = Math.max(0, (cited ?? 0) - BEFORE) }: Props) {
  const query = useQuery(collectionQueries.passages(sourceId, from))
  usePageTitle(query.data?.source.name ?? 'Acervo')
  if (query.isPending) return <Skeletons label="Carregando a fonte" heights={[64, 140, 140, 140]} />
  if (query.error instanceof ApiError && query.error.code === 'NOT_FOUND') {
    return (
      <StateMessage
        isPage
        title="Esta fonte não está mais aqui"
        actions={<LinkButton to="/app/personalizacao/acervo">Ver o acervo</LinkButton>}
      >
        Ela pode ter sido excluída em outro aparelho.
      </StateMessage>
    )
  }
  if (query.isError) return <LoadError query={query} title="A fonte não carregou" isPage />
  const { source, items } = query.data
  const isCited = ({ position }: Pick<Passage, 'position'>) => position === cited
  return (
    <Stack gap={24}>
      <SourceHead source={source} page={(items.find(isCited) ?? items[0])?.page ?? null} />
      {items.length === 0 ? (
        <StateMessage title="Não há trechos a partir daqui">
          A fonte ainda está sendo lida, ou ficou menor desde a última leitura.
        </StateMessage>
      ) : (
        <ol className={classes.passages} aria-label="Trechos">
          {items.map((passage) => (
            <PassageItem key={passage.position} passage={passage} isCited={isCited(passage)} />
          ))}
        </ol>
      )}
      <Pages source={source} from={from} />
    </Stack>
  )
}

type HeadProps = Pick<SourcePassages, 'source'> & {
  /** Of the passage that is looked for, or of the first one. */
  page: number | null
}

function SourceHead({ source, page }: HeadProps) {
  const { id, collectionId, name, kind, address, passages, pagesWithoutText } = source
  return (
    <header>
      <Link
        to="/app/personalizacao/acervo/$collectionId"
        params={{ collectionId }}
        className={collectionClasses.back}
      >
        Coleção
      </Link>
      <h1 className={`${text.title} ${classes.name}`}>{name}</h1>
      <p className={text.soft}>
        {KIND_NAMES[kind]} · {passagesText(passages)}, como as respostas os leem; cada um repete o fim do
        anterior.
      </p>
      {pagesWithoutText > 0 && (
        <p className={text.soft}>
          {textlessText(pagesWithoutText)}: o que se vê {pagesWithoutText === 1 ? 'nela' : 'nelas'} não é lido
          nem citado.
        </p>
      )}
      <PageLink address={address} />
      {kind === 'pdf' && <OpenPdf sourceId={id} page={page} />}
    </header>
  )
}

const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

type Passage = SourcePassages['items'][number]

function PassageItem({ passage, isCited }: { passage: Passage; isCited: boolean }) {
  const place = placeText(passage)
  return (
    <li className={classes.passage} data-cited={isCited || undefined} ref={isCited ? show : undefined}>
      <p className={text.hint}>
        {isCited && <strong>Trecho citado · </strong>}
        {place === '' ? `Trecho ${passage.position + 1}` : place}
      </p>
      <p className={classes.text}>{passage.text}</p>
    </li>
  )
}

/** The ways to the passages before and after. */
function Pages({ source, from }: Pick<SourcePassages, 'source'> & { from: number }) {
  const { id: sourceId, passages } = source
  const place = (de: number) => ({
    to: '/app/personalizacao/acervo/fonte/$sourceId' as const,
    params: { sourceId },
    search: { de },
    variant: 'default',
  })
  const isWhole = from === 0 && passages <= passagesPerPage
  if (isWhole) return null
  return (
    <nav aria-label="Partes da fonte">
      <Row gap={12} justify="between">
        {from > 0 ? (
          <LinkButton {...place(Math.max(0, from - passagesPerPage))}>Trechos anteriores</LinkButton>
        ) : (
          <span />
        )}
        {from + passagesPerPage < passages && (
          <LinkButton {...place(from + passagesPerPage)}>Próximos trechos</LinkButton>
        )}
      </Row>
    </nav>
  )
}
