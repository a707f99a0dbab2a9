import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import type { AssetCard, AssetDescription, NamedAsset } from '#client/entities/business/asset-description.ts'
import { ListPage } from '#client/entities/business/list-page.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import classes from './asset-list-page.module.css'
import { AssetMenu } from './asset-menu.tsx'

type Props<Asset extends NamedAsset> = {
  description: AssetDescription<Asset>
  /** The name searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** All assets of one kind: search, open, duplicate and delete. */
export function AssetListPage<Asset extends NamedAsset>({ description, q, onSearch }: Props<Asset>) {
  const { path, resource, texts, cardOf } = description
  const list = useInfiniteQuery({ ...resource.list(q), placeholderData: keepPreviousData })
  const newLink = (
    <LinkButton to={`${path}/new`} leftSection={<IconPlus size={20} aria-hidden />}>
      {texts.newTitle}
    </LinkButton>
  )
  return (
    <ListPage
      texts={{
        ...texts,
        placeholder: 'Buscar pelo nome',
        list: texts.title,
        waiting: `Carregando: ${texts.title}`,
        failed: 'Não carregou',
        more: 'Mostrar mais',
        none: (name) => `Nada com o nome “${name}”. Tente só um pedaço dele.`,
        counted: ['resultado', 'resultados'],
      }}
      list={list}
      q={q}
      onSearch={onSearch}
      newLink={newLink}
      empty={
        <EmptyExample title={texts.empty.title} action={newLink} example={texts.empty.example}>
          {texts.empty.text}
        </EmptyExample>
      }
      classNames={{ cards: classes.cards, skeleton: classes.skeleton }}
      skeletons={3}
    >
      {(asset) => (
        <li key={asset.id} className={classes.card}>
          <CardLink
            to={`${path}/$assetId`}
            params={{ assetId: asset.id }}
            name={asset.name}
            isDraft={asset.isDraft}
            {...cardOf(asset)}
          />
          <div className={classes.menu}>
            <AssetMenu asset={asset} description={description} />
          </div>
        </li>
      )}
    </ListPage>
  )
}

type CardProps = AssetCard & { name: string; isDraft?: boolean | undefined }
type AnchorProps = CardProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof CardProps> & { ref?: Ref<HTMLAnchorElement> }

const CardLink = createLink(({ name, isDraft, detail, facts = [], warning, ...props }: AnchorProps) => (
  <a {...props} className={classes.link}>
    <span className={classes.name}>
      {name} {isDraft && <span className={classes.draft}>Rascunho</span>}
    </span>
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
