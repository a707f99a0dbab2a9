import { IconCheck } from '@tabler/icons-react'
import type { AssetSummary } from '#shared/contract/assets.ts'
import type { SourceChoice } from '#shared/contract/collections.ts'
import { productTypeLabel } from '#shared/product-type-label.ts'
import { KIND_ICONS, kindText } from './asset-kinds.ts'
import classes from './asset-row.module.css'

type Props = { asset: AssetSummary | SourceChoice; isChosen: boolean }

export function AssetRow({ asset, isChosen }: Props) {
  const { kind, name } = asset
  const isDraft = 'isDraft' in asset && asset.isDraft
  const isHouse = 'isHouse' in asset && asset.isHouse
  const what = kindText({ kind, isHouse })
  const detail = kind === 'product' && asset.detail ? productTypeLabel(asset.detail) : asset.detail
  const Icon = KIND_ICONS[kind]
  return (
    <>
      <span className={classes.sign}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>
          {[isDraft ? `${what} (rascunho)` : what, detail].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isChosen && <IconCheck size={18} stroke={2} className={classes.check} aria-hidden />}
    </>
  )
}
