import { lazy, Suspense } from 'react'
import type { ContextItem } from '#client/entities/business/context-items.ts'

const RecommendationText = lazy(() =>
  import('./recommendation-text.tsx').then((it) => ({ default: it.RecommendationText })),
)

type Props = { content: string; chosen: readonly ContextItem[] }

/** Loads the parser only for a text that may have variables. */
export function LazyRecommendationText({ content, chosen }: Props) {
  if (!content.includes('{')) return content
  return (
    <Suspense fallback={content}>
      <RecommendationText content={content} chosen={chosen} />
    </Suspense>
  )
}
