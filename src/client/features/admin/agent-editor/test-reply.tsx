import { lazy, Suspense } from 'react'
import { CitedText } from '#client/entities/collections/cited-text.tsx'
import type { TestTurn } from './test-chat-session.ts'

const CitationPanel = lazy(() =>
  import('#client/entities/collections/citation-panel.tsx').then((it) => ({ default: it.CitationPanel })),
)
const CitedPassageView = lazy(() =>
  import('#client/entities/collections/cited-passage-view.tsx').then((it) => ({
    default: it.CitedPassageView,
  })),
)

type Props = Pick<TestTurn, 'reply' | 'citations'> & { isLive: boolean }

/** The text of a test reply, whose passages came with its end. */
export const TestReply = ({ reply, citations, isLive }: Props) => (
  <CitedText citations={citations} text={reply} isLive={isLive}>
    {(passage, onClose) => (
      <Suspense>
        <CitationPanel citation={passage} onClose={onClose}>
          <CitedPassageView passage={passage} />
        </CitationPanel>
      </Suspense>
    )}
  </CitedText>
)
