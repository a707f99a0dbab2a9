import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AssetCard, AssetDescription, NamedAsset } from './asset-description.ts'
import classes from './asset-list.module.css'
import { AssetMenu } from './asset-menu.tsx'

type Props<Asset extends NamedAsset> = {
  description: AssetDescription<Asset>
  /** The name searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** All assets of one kind: search, open, duplicate and delete. */
export function AssetListPage<Asset extends NamedAsset>({ description, q, onSearch }: Props<Asset>) {
  const { path, resource, texts } = description
  useDocumentTitle(`${texts.title} · Elenco`)
  const list = useInfiniteQuery({ ...resource.list(q), placeholderData: keepPreviousData })
  const assets = list.data?.pages.flatMap((page) => page.items)
  const isEmpty = assets?.length === 0 && q === '' && !list.isPlaceholderData
  const newLink = (
    <LinkButton to={`${path}/new`} leftSection={<IconPlus size={20} aria-hidden />}>
      {texts.newTitle}
    </LinkButton>
  )
  return (
    <Stack gap={24}>
      <header className={classes.head}>
        <Stack className={classes.words}>
          <h1 className={text.title}>{texts.title}</h1>
          <p className={text.lead}>{texts.lead}</p>
        </Stack>
        {!isEmpty && newLink}
      </header>
      {(q !== '' || (assets && !isEmpty)) && (
        <search className={classes.search}>
          <SearchField label={texts.search} placeholder="Buscar pelo nome" text={q} onText={onSearch} />
        </search>
      )}
      {list.isPending && <Waiting label={texts.title} />}
      {list.isError && !assets && (
        <StateMessage
          tone="error"
          title="Não carregou"
          actions={<Button onClick={() => void list.refetch()}>Tentar de novo</Button>}
        >
          {errorText(list.error)}
        </StateMessage>
      )}
      {isEmpty && (
        <EmptyExample title={texts.empty.title} action={newLink} example={texts.empty.example}>
          {texts.empty.text}
        </EmptyExample>
      )}
      {assets && !isEmpty && (
        <Found
          description={description}
          q={q}
          assets={assets}
          isStale={list.isPlaceholderData}
          hasMore={list.hasNextPage}
        />
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </Stack>
  )
}

type FoundProps<Asset extends NamedAsset> = Omit<Props<Asset>, 'onSearch'> & {
  assets: readonly Asset[]
  isStale: boolean
  hasMore: boolean
}

function Found<Asset extends NamedAsset>({ description, q, assets, isStale, hasMore }: FoundProps<Asset>) {
  const { path, texts, cardOf } = description
  return (
    <section aria-label={texts.title} aria-busy={isStale}>
      {q !== '' && (
        <p role="status" className={assets.length > 0 || isStale ? 'visually-hidden' : classes.nothing}>
          {isStale ? 'Procurando…' : countText(assets.length, hasMore, q)}
        </p>
      )}
      <ul className={classes.cards} data-stale={isStale || undefined}>
        {assets.map((asset) => (
          <li key={asset.id} className={classes.card}>
            <CardLink
              to={`${path}/$assetId`}
              params={{ assetId: asset.id }}
              name={asset.name}
              {...cardOf(asset)}
            />
            <div className={classes.menu}>
              <AssetMenu asset={asset} description={description} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = AssetCard & { name: string }
type AnchorProps = CardProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof CardProps> & { ref?: Ref<HTMLAnchorElement> }

const CardLink = createLink(({ name, detail, facts = [], warning, ...props }: AnchorProps) => (
  <a {...props} className={classes.link}>
    <span className={classes.name}>{name}</span>
    {detail && <span className={classes.detail}>{detail}</span>}
    {facts.length > 0 && (
      <span className={classes.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    )}
    {warning && <span className={classes.warning}>{warning}</span>}
  </a>
))

function countText(count: number, hasMore: boolean, q: string): string {
  if (count === 0) return `Nada com o nome “${q}”. Tente só um pedaço dele.`
  if (hasMore) return `Mais de ${count} resultados`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

const ROWS = ['a', 'b', 'c'] as const

function Waiting({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Carregando: ${label}`}>
      <div className={`${classes.searchGap} skeleton`} aria-hidden />
      <div className={classes.cards} aria-hidden>
        {ROWS.map((row) => (
          <div key={row} className={`${classes.gap} skeleton`} />
        ))}
      </div>
    </div>
  )
}
