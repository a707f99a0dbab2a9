import { IconAt } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { type ContextItem, withItem, withoutItem } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './composer.module.css'
import { ComposerMentions } from './composer-mentions.tsx'

const ContextChips = lazy(() =>
  import('#client/entities/business/context-chips.tsx').then((it) => ({ default: it.ContextChips })),
)
const AssetPicker = lazy(() =>
  import('#client/entities/business/context-picker.tsx').then((it) => ({ default: it.ContextPicker })),
)

type Props = {
  draftKey: string
  /** Undefined while it is not known who answers. */
  agentId: string | undefined
  chosen: readonly ContextItem[]
  field: RefObject<HTMLTextAreaElement | null>
  isLocked: boolean
  /** It was loaded while one typed. */
  isLate?: boolean
  onRemoved: () => void
}

/** The context chips above the field, and the list that an `@` opens. */
export function ComposerContext({ draftKey, agentId, chosen, field, isLocked, isLate, onRemoved }: Props) {
  const handleRemove = (item: ContextItem) => {
    draftContext.choose(draftKey, withoutItem(chosen, item))
    onRemoved()
  }
  const handlePick = (item: ContextItem) => {
    const items = withItem(chosen, item)
    if (items) draftContext.choose(draftKey, items)
    else showToast(`Uma mensagem leva até ${LIMITS.contextItems} de cada.`, 'error')
  }
  return (
    <>
      {chosen.length > 0 && (
        <Suspense fallback={<div className={classes.chipsGap} />}>
          <ContextChips
            label="Contexto da conversa"
            items={chosen}
            onRemove={isLocked ? undefined : handleRemove}
          />
        </Suspense>
      )}
      <ComposerMentions field={field} agentId={agentId} chosen={chosen} onPick={handlePick} isLate={isLate} />
    </>
  )
}

/** Opens the picker of all context items, as an alternative to `@`. */
export function ContextButton({ draftKey, chosen }: Pick<Props, 'draftKey' | 'chosen'>) {
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-label="Escolher o contexto"
        title="Sobre o que é a conversa: produtos, marcas, ofertas e documentos (@)"
        onClick={() => setPicking(true)}
      >
        <IconAt size={22} stroke={1.75} aria-hidden />
      </button>
      {isPicking && (
        <Suspense>
          <AssetPicker
            chosen={chosen}
            onChange={(items) => draftContext.choose(draftKey, items)}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
