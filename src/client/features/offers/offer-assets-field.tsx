import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FieldSet } from '#client/ui/forms/field-set.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { AssetSummary, AssetsPage } from '#shared/contract/assets.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './offer-assets-field.module.css'
import { type Chosen, useChosen } from './use-chosen-assets.ts'

const NewAssetSheet = lazy(() => import('./new-asset-sheet.tsx'))

/** Longer lists get a search field. */
const MANY = 6

type Props = {
  kind: 'product' | 'brand'
  label: string
  searchLabel: string
  /** Name of the form's field. */
  path: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
  /** Label of the button that makes one in place. */
  newLabel: string
  /** Leads to the whole form of a new one. */
  fullLink: ReactNode
  /** Text of the empty list. */
  empty: string
}

/** Selects products or brands of the offer from a searchable list of checkboxes. */
export function OfferAssetsField(props: Props) {
  const { kind, label, searchLabel, path, value, onChange, error, newLabel, fullLink, empty } = props
  const legend = useRef<HTMLLegendElement>(null)
  const [q, setQ] = useState('')
  const [isMaking, setMaking] = useState(false)
  const list = useInfiniteQuery({
    ...assetQueries.list({ kind, q, limit: LIMITS.pageDefault }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.pages.flatMap((page) => page.items) ?? []
  const listed = list.data && new Map(found.map((asset) => [asset.id, asset.name]))
  const chosen = useChosen({ kind, ids: value, listed })
  const toggle = (assetId: string) =>
    onChange(value.includes(assetId) ? value.filter((it) => it !== assetId) : [...value, assetId])
  const missing = found.length === 0 && !list.isPlaceholderData ? q.trim() : ''
  const hasSearch = q !== '' || found.length > MANY || list.hasNextPage
  return (
    <FieldSet
      label={label}
      error={error}
      // Takes the focus after a chip is removed, and for an error of an empty list.
      legend={{ ref: legend, path: found.length === 0 ? path : undefined }}
    >
      {(invalid) => (
        <>
          <ChosenList
            label={label}
            chosen={chosen}
            onRemove={(assetId) => {
              toggle(assetId)
              legend.current?.focus()
            }}
          />
          <div className={classes.box} data-invalid={error ? true : undefined}>
            {hasSearch && (
              <div className={classes.search}>
                <SearchField label={searchLabel} placeholder="Buscar pelo nome" text={q} onText={setQ} />
              </div>
            )}
            <div className={classes.options} data-stale={list.isPlaceholderData || undefined}>
              {found.map((asset, index) => (
                <label key={asset.id} className={classes.option}>
                  <input
                    type="checkbox"
                    checked={value.includes(asset.id)}
                    data-path={index === 0 ? path : undefined}
                    onChange={() => toggle(asset.id)}
                    aria-invalid={invalid['aria-invalid']}
                  />
                  <span className={classes.words}>
                    <span>{asset.name}</span>
                    <AssetDetail asset={asset} />
                  </span>
                </label>
              ))}
              {found.length === 0 && (
                <NoneListed list={list}>{q === '' ? empty : `Nada com o nome “${q}”.`}</NoneListed>
              )}
              <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
            </div>
            <div className={classes.foot}>
              <Button
                variant="subtle"
                leftSection={<IconPlus size={20} aria-hidden />}
                onClick={() => setMaking(true)}
              >
                {missing ? `${newLabel} “${missing}”` : newLabel}
              </Button>
            </div>
          </div>
          {isMaking && (
            <Suspense>
              <NewAssetSheet
                kind={kind}
                name={missing}
                fullLink={fullLink}
                onMade={(assetId) => {
                  onChange([...value, assetId])
                  setQ('')
                  setMaking(false)
                }}
                onClose={() => setMaking(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </FieldSet>
  )
}

function AssetDetail({ asset: { isDraft, detail } }: { asset: AssetSummary }) {
  const text = [isDraft && 'Rascunho', detail].filter(Boolean).join(' · ')
  return text && <small>{text}</small>
}

type ChosenProps = { label: string; chosen: readonly Chosen[]; onRemove: (assetId: string) => void }

function ChosenList({ label, chosen, onRemove }: ChosenProps) {
  if (chosen.length === 0) return null
  return (
    <Row as="ul" className={classes.chosen} aria-label={`${label}: escolhidos`}>
      {chosen.map(({ id, name, isMissing }) => (
        <li key={id} data-missing={isMissing || undefined}>
          <span>{isMissing ? 'Excluído' : (name ?? '…')}</span>
          <button
            type="button"
            aria-label={`Tirar ${isMissing ? 'o que foi excluído' : (name ?? '')}`}
            onClick={() => onRemove(id)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </Row>
  )
}

type NoneProps = { list: PagedQueryState<AssetsPage>; children: string }

function NoneListed({ list, children }: NoneProps) {
  if (list.isPending)
    return <div role="status" aria-label="Carregando" className={`${classes.gap} skeleton`} />
  if (list.isError) {
    return (
      <Stack gap={12} align="start" role="alert" className={classes.note}>
        <p>{errorText(list.error)}</p>
        <Button variant="default" onClick={() => void list.refetch()}>
          Tentar de novo
        </Button>
      </Stack>
    )
  }
  return (
    <p role="status" className={classes.note}>
      {children}
    </p>
  )
}
