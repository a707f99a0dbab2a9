import { lazy, Suspense, useMemo, useState } from 'react'
import { type Footnotes, FootnotesContext } from '#client/markdown/footnotes.tsx'
import { Markdown } from '#client/markdown/markdown.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { citedText } from '#shared/passages/footnotes.ts'

const CitationSheet = lazy(() => import('./citation-sheet.tsx').then((it) => ({ default: it.CitationSheet })))

type Props = { message: Message; text: string; isLive: boolean }

/** The text of a reply; the numbers of its sources open the passages. */
export function CitedMarkdown({ message: { id, citations }, text, isLive }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  const notes = useMemo((): Footnotes | null => {
    if (!citations) return null
    const labels = new Map(citations.map((it) => [it.number, `Fonte ${it.number}: ${citedText(it)}`]))
    return { labelOf: (number) => labels.get(number), onOpen: setOpened }
  }, [citations])
  const citation = citations?.find(({ number }) => number === opened)
  return (
    <FootnotesContext value={notes}>
      <Markdown text={text} isLive={isLive} />
      {citation && (
        <Suspense>
          <CitationSheet messageId={id} citation={citation} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </FootnotesContext>
  )
}
