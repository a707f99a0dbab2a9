import { lazy, type RefObject, Suspense } from 'react'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'

const RecommendationForm = lazy(() =>
  import('#client/entities/agents/recommendation-form.tsx').then((it) => ({
    default: it.RecommendationForm,
  })),
)

type Props = {
  content: string
  draftKey: string
  chosen: readonly ContextItem[]
  scroller: RefObject<HTMLElement | null>
  onSend: (text: string) => void
  onDone: () => void
}

/** A suggestion that may hold variables, until all of them have a value or somebody lets it be. */
export function SuggestionForm({ content, draftKey, chosen, scroller, onSend, onDone }: Props) {
  const handleSend = (text: string) => {
    onDone()
    onSend(text)
    // Once the form has given the focus back to the suggestion, which leaves.
    requestAnimationFrame(() => scroller.current?.focus({ preventScroll: true }))
  }
  return (
    <Suspense>
      <RecommendationForm
        content={content}
        chosen={chosen}
        onChoose={(items) => draftContext.choose(draftKey, items)}
        onSend={handleSend}
        onClose={onDone}
      />
    </Suspense>
  )
}
