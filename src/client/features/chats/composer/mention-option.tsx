import { useLayoutEffect, useRef } from 'react'
import { AssetRow } from '#client/entities/business/asset-row.tsx'
import type { AssetSummary } from '#shared/contract/assets.ts'
import classes from './mention-list.module.css'

type Props = {
  id: string
  asset: AssetSummary
  isActive: boolean
  isChosen: boolean
  onPick: () => void
}

/** The field keeps the focus, and a phone its keyboard. */
export const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()

/** One thing that an `@` can stand for; in sight while it is the active one. */
export function MentionOption({ id, asset, isActive, isChosen, onPick }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onMouseDown={keepFocus}
      onClick={onPick}
    >
      <AssetRow asset={asset} isChosen={isChosen} />
      {isChosen && <span className="visually-hidden">já na conversa</span>}
    </div>
  )
}
