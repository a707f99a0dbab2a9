import { IconCheck } from '@tabler/icons-react'
import type { AssetSummary } from '#shared/contract/assets.ts'
import { KIND_ICONS, KIND_NAMES } from './asset-kinds.ts'
import classes from './asset-row.module.css'

export function AssetRow({ asset, isChosen }: { asset: AssetSummary; isChosen: boolean }) {
  const { kind, name, detail } = asset
  const Icon = KIND_ICONS[kind]
  return (
    <>
      <span className={classes.sign}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>
          {detail ? `${KIND_NAMES[kind]} · ${detail}` : KIND_NAMES[kind]}
        </span>
      </span>
      {isChosen && <IconCheck size={18} stroke={2} className={classes.check} aria-hidden />}
    </>
  )
}
