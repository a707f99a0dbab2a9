import { lazy, Suspense } from 'react'
import type { CitedPassage } from '#shared/contract/citations.ts'
import { CitedText } from './cited-text.tsx'

const CitationPanel = lazy(() => import('./citation-panel.tsx').then((it) => ({ default: it.CitationPanel })))
const CitedPassageView = lazy(() =>
  import('./cited-passage-view.tsx').then((it) => ({ default: it.CitedPassageView })),
)

type Props = { text: string; citations: readonly CitedPassage[]; isLive: boolean }

/** A reply whose cited passages are there with their texts, such as that of a test chat. */
export const CitedReply = ({ text, citations, isLive }: Props) => (
  <CitedText citations={citations} text={text} isLive={isLive}>
    {(passage, onClose) => (
      <Suspense>
        <CitationPanel citation={passage} onClose={onClose}>
          <CitedPassageView passage={passage} />
        </CitationPanel>
      </Suspense>
    )}
  </CitedText>
)
