import { lazy, Suspense } from 'react'
import { CitedText } from '#client/entities/collections/cited-text.tsx'
import type { Message } from '#shared/contract/messages.ts'

const CitationSheet = lazy(() => import('./citation-sheet.tsx').then((it) => ({ default: it.CitationSheet })))

type Props = { message: Message; text: string; isLive: boolean }

/** The text of a stored reply; the numbers of its sources open the passages. */
export const CitedMarkdown = ({ message: { id, citations }, text, isLive }: Props) => (
  <CitedText citations={citations} text={text} isLive={isLive}>
    {(citation, onClose) => (
      <Suspense>
        <CitationSheet messageId={id} citation={citation} onClose={onClose} />
      </Suspense>
    )}
  </CitedText>
)
