import { type ReactNode, useMemo, useState } from 'react'
import { type Footnotes, FootnotesContext } from '#client/markdown/footnotes.tsx'
import { Markdown } from '#client/markdown/markdown.tsx'
import type { Citation } from '#shared/contract/citations.ts'
import { citedText } from '#shared/passages/footnotes.ts'

type Props<Cited> = {
  citations: readonly Cited[] | undefined
  text: string
  isLive: boolean
  /** The panel of a number that was pressed. */
  children: (citation: Cited, onClose: () => void) => ReactNode
}

/** The text of a reply; the numbers of its sources open a panel. */
export function CitedText<Cited extends Citation>({ citations, text, isLive, children }: Props<Cited>) {
  const [opened, setOpened] = useState<number | null>(null)
  const notes = useMemo((): Footnotes | null => {
    if (!citations || citations.length === 0) return null
    const labels = new Map(citations.map((it) => [it.number, `Fonte ${it.number}: ${citedText(it)}`]))
    return { labelOf: (number) => labels.get(number), onOpen: setOpened }
  }, [citations])
  const citation = citations?.find(({ number }) => number === opened)
  return (
    <FootnotesContext value={notes}>
      <Markdown text={text} isLive={isLive} />
      {citation && children(citation, () => setOpened(null))}
    </FootnotesContext>
  )
}
