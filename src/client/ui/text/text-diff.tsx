import { useMemo, useState } from 'react'
import { collapseUnchanged, countWords, type ShownPart, wordDiff } from '#client/lib/text/word-diff.ts'
import classes from './text-diff.module.css'

type Props = {
  before: string
  after: string
  /** The visible content, for screen readers. */
  label: string
}

/** Word diff of two texts: deletions struck through, insertions marked. */
export function TextDiff({ before, after, label }: Props) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  const shown = useMemo(() => collapseUnchanged(parts), [parts])
  const { added, removed } = countWords(parts)
  if (before === after) return <p className={classes.count}>Os dois textos são iguais.</p>
  return (
    <div className={classes.root}>
      <p className={classes.count}>
        <span className={classes.plus}>{wordsText(added)} a mais</span>
        <span className={classes.minus}>{wordsText(removed)} a menos</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className={classes.text} aria-label={label} tabIndex={0}>
        {shown.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts do not move.
          <Part key={index} part={part} />
        ))}
      </section>
    </div>
  )
}

const count = new Intl.NumberFormat('pt-BR')
const wordsText = (words: number) => (words === 1 ? '1 palavra' : `${count.format(words)} palavras`)

function Part({ part: { kind, text, hidden } }: { part: ShownPart }) {
  const [isOpen, setOpen] = useState(false)
  if (kind === 'added') {
    return (
      <ins className={classes.added}>
        <span className="visually-hidden"> entrou: </span>
        {text}
      </ins>
    )
  }
  if (kind === 'removed') {
    return (
      <del className={classes.removed}>
        <span className="visually-hidden"> saiu: </span>
        {text}
      </del>
    )
  }
  if (!hidden) return text
  return (
    <>
      {text}
      {isOpen ? (
        hidden.text
      ) : (
        <button type="button" className={classes.fold} onClick={() => setOpen(true)}>
          mostrar {linesText(hidden.text)} sem mudança
        </button>
      )}
      {hidden.tail}
    </>
  )
}

function linesText(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').length
  return lines === 1 ? '1 linha' : `${count.format(lines)} linhas`
}
