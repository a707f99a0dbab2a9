import { IconX } from '@tabler/icons-react'
import { assetLabel, KIND_ICONS, kindText } from './asset-kinds.ts'
import classes from './context-chip.module.css'
import type { ContextItem } from './context-items.ts'

type Props = {
  item: Parameters<typeof assetLabel>[0] & Pick<ContextItem, 'isHouse'>
  /** Part of the context through an offer, not by the user's choice. */
  isQuiet?: boolean
  onOpen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

export function ContextChip({ item, isQuiet = false, onOpen, onRemove }: Props) {
  const name = assetLabel(item)
  const Icon = KIND_ICONS[item.kind]
  const body = (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.name}>{name}</span>
    </>
  )
  return (
    <span className={classes.chip} data-quiet={isQuiet || undefined}>
      {onOpen ? (
        <button type="button" className={classes.body} title={`${name}: ver o que foi lido`} onClick={onOpen}>
          {body}
        </button>
      ) : (
        <span className={classes.body} title={`${kindText(item)}: ${name}`}>
          {body}
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Tirar ${name} do contexto`}
          title="Tirar do contexto"
          onClick={onRemove}
        >
          <IconX size={14} stroke={2.25} aria-hidden />
        </button>
      )}
    </span>
  )
}
