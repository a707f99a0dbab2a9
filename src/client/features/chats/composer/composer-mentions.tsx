import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { type Mention, mentionAt, mentionText } from './mention.ts'

const MentionList = lazy(() => import('./mention-list.tsx').then((it) => ({ default: it.MentionList })))

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  /** The list has the collections that it reads. Undefined while it is not known who answers. */
  agentId: string | undefined
  chosen: readonly ContextItem[]
  onPick: (item: ContextItem) => void
  /** Looks for an `@` at once: the code was loaded while one typed. */
  isLate?: boolean | undefined
}

/** Opens a list at an `@`. Native listeners, so that no key renders anything while there is no list. */
export function ComposerMentions({ field, agentId, chosen, onPick, isLate = false }: Props) {
  const [mention, setMention] = useState<Mention | null>(null)
  const hasLooked = useRef(!isLate)
  const close = useCallback(() => setMention(null), [])
  const isOpen = mention !== null

  useEffect(() => {
    const input = field.current
    if (!input) return
    const look = () => setMention(mentionAt(input.value, input.selectionEnd))
    // Phone keyboards compose every word, so `isComposing` is no reason to ignore the input.
    const handleInput = (event: Event) => {
      if (isOpen || (event instanceof InputEvent && event.data?.includes('@'))) look()
    }
    const handleBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest('[data-mentions]'))) close()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    input.addEventListener('input', handleInput, { signal })
    if (!hasLooked.current) look()
    hasLooked.current = true
    if (isOpen) {
      document.addEventListener('selectionchange', look, { signal })
      input.addEventListener('blur', handleBlur, { signal })
    }
    return () => leaving.abort()
  }, [field, isOpen, close])

  if (!mention) return null
  const handlePick = (item: ContextItem) => {
    if (field.current) writeName(field.current, mention, item.name)
    close()
    onPick(item)
  }
  return (
    <Suspense>
      <MentionList
        field={field}
        mention={mention}
        agentId={agentId}
        chosen={chosen}
        onPick={handlePick}
        onClose={close}
      />
    </Suspense>
  )
}

/** As typed text, so that the browser can undo it. */
function writeName(field: HTMLTextAreaElement, mention: Mention, name: string): void {
  const text = mentionText(field.value, mention, name)
  field.focus({ preventScroll: true })
  field.setSelectionRange(mention.start, mention.end)
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, mention.start, mention.end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
