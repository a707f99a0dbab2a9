import { createContext, use } from 'react'
import { MarkedText } from '#client/ui/text/marked-text.tsx'
import classes from './footnotes.module.css'

/** The notes that a text refers to as `[n]`. */
export type Footnotes = {
  /** Undefined for a number without a note, which stays text. */
  labelOf(number: number): string | undefined
  onOpen(number: number): void
}

/** Null where numbers in brackets mean nothing. */
export const FootnotesContext = createContext<Footnotes | null>(null)

const NUMBERS = /(\[\d{1,3}\])/

/** A text whose references to notes are buttons. */
export function NotedText({ text }: { text: string }) {
  const notes = use(FootnotesContext)
  if (!notes || !NUMBERS.test(text)) return <MarkedText text={text} />
  return text.split(NUMBERS).map((part, index, parts) => {
    const number = index % 2 === 1 ? Number(part.slice(1, -1)) : 0
    const label = number > 0 ? notes.labelOf(number) : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
    if (label === undefined) return <MarkedText key={index} text={part} />
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
        key={index}
        type="button"
        className={classes.note}
        data-narrow={(part.length === 3 && parts[index + 1] !== '') || undefined}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => notes.onOpen(number)}
      >
        {part}
      </button>
    )
  })
}
