import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Severity } from '#shared/revisor/rules.ts'
import classes from './reviews.module.css'

export type Mark = { key: string; start: number; end: number; severity: Severity }
type Props = { text: string; marks: readonly Mark[]; field: RefObject<HTMLTextAreaElement | null> }

/** Underlines findings at their exact words: the same text, invisible, behind a text area, which can mark none itself. */
export function FindingLayer({ text, marks, field }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => follow(layer.current, field.current))
  useEffect(() => {
    const area = field.current
    const handleScroll = () => follow(layer.current, area)
    area?.addEventListener('scroll', handleScroll, { passive: true })
    return () => area?.removeEventListener('scroll', handleScroll)
  }, [field])
  return (
    <div ref={layer} aria-hidden className={`${classes.text} ${classes.layer}`}>
      {piecesOf(text, marks)}
      {/* An empty last line has a height in a text area only. */}
      {'\u200b'}
    </div>
  )
}

function follow(layer: HTMLElement | null, area: HTMLElement | null): void {
  if (layer && area) layer.scrollTop = area.scrollTop
}

/** Of findings that overlap, the first one keeps the words. */
function piecesOf(text: string, marks: readonly Mark[]): ReactNode[] {
  let at = 0
  const pieces: ReactNode[] = []
  for (const { key, start, end, severity } of marks) {
    const from = Math.max(start, at)
    if (from >= end) continue
    pieces.push(
      text.slice(at, from),
      <mark key={key} className={classes.found} data-severity={severity} data-start={start}>
        {text.slice(from, end)}
      </mark>,
    )
    at = end
  }
  return [...pieces, text.slice(at)]
}
