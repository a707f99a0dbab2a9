import { Textarea, type TextareaProps } from '@mantine/core'
import type { RefObject } from 'react'
import { FindingLayer, type Mark } from './finding-layer.tsx'
import classes from './reviews.module.css'

type Props = Omit<TextareaProps, 'onSelect'> & {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  marks: readonly (Mark & { key: string })[]
  /** The caret was put into the words of this finding, or out of all. */
  onPoint: (key: string | undefined) => void
  /** Heights of the text area. */
  inputClass: string
  rootClass?: string
}

/** A text area with findings underlined at their words. */
export const MarkedTextarea = ({ area, marks, onPoint, inputClass, rootClass = '', ...props }: Props) => (
  <Textarea
    {...props}
    ref={area}
    onSelect={({ currentTarget: { selectionStart: at, selectionEnd } }) => {
      if (at === selectionEnd) onPoint(marks.find(({ start, end }) => start <= at && at <= end)?.key)
    }}
    label="Texto"
    size="md"
    classNames={{ root: rootClass, input: `${classes.text} ${inputClass}` }}
    inputContainer={(input) => (
      <div className={classes.field} data-marked={marks.length > 0 || undefined}>
        {marks.length > 0 && <FindingLayer text={props.value} marks={marks} field={area} />}
        {input}
      </div>
    )}
  />
)

/** Selects words and scrolls them into view; browsers do not scroll to a selection that a script makes. */
export function selectWords(area: HTMLTextAreaElement | null, { start, end }: Pick<Mark, 'start' | 'end'>) {
  if (!area) return
  area.focus({ preventScroll: true })
  area.setSelectionRange(start, end)
  const mark = area.closest('[data-marked]')?.querySelector<HTMLElement>(`[data-start="${start}"]`)
  const top = mark ? mark.offsetTop : (start / area.value.length) * area.scrollHeight
  area.scrollTop = Math.max(0, top - area.clientHeight / 2)
  if (mark?.parentElement) mark.parentElement.scrollTop = area.scrollTop
  const shown = mark ?? area
  shown.scrollIntoView({ block: 'nearest' })
}
