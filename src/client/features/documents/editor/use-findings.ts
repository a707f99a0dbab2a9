import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { unreviewable } from '#client/entities/reviews/review-texts.ts'
import { type ShownFinding, useReview } from '#client/entities/reviews/use-review.ts'
import type { Reviewing } from '../use-reviewing.ts'
import { markFindings, marksOf } from './finding-marks.ts'
import { placesIn, reviewedText } from './reviewed-text.ts'
import { replaceRange, sharedMarks } from './rewrite-range.ts'

type Options = { editor: Editor; reviewing: Reviewing; isOpen: boolean }

/** The review of the editor's words, whose findings are marked while the panel is open. */
export function useFindings({ editor, reviewing, isOpen }: Options) {
  // Until the first review, the document's text is not computed.
  const [isOn, setOn] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const text = useEditorState({
    editor,
    selector: ({ editor: it }) => (isOn ? reviewedText(it.state.doc).text : ''),
  })
  const state = useReview({ text, ...reviewing })
  const { open } = state
  useEffect(() => {
    const places = placesIn(editor.state.doc, isOpen ? open : [], text)
    markFindings(
      editor,
      places.map(({ span: { key, severity }, from, to }) => ({ id: key, severity, from, to })),
    )
  }, [editor, isOpen, open, text])

  const { point } = state
  const pointing = useEffectEvent(() => {
    const { empty, from: at } = editor.state.selection
    if (empty) point(marksOf(editor.state).find(({ from, to }) => from <= at && at <= to)?.id)
  })
  useEffect(() => {
    if (!isOpen) return
    editor.on('selectionUpdate', pointing)
    return () => void editor.off('selectionUpdate', pointing)
  }, [editor, isOpen])

  /** Of a finding with a remark, which is not marked, by its words. */
  const placeOf = (finding: ShownFinding) =>
    marksOf(editor.state).find(({ id }) => id === finding.key) ??
    placesIn(editor.state.doc, [finding], text)[0]
  return {
    state,
    heading,
    written: text,
    ask: () => {
      const { text: now } = reviewedText(editor.state.doc)
      setOn(true)
      if (!unreviewable(now)) state.ask(now)
      heading.current?.focus()
    },
    onSelect: (finding: ShownFinding) => {
      const place = placeOf(finding)
      if (!place) return
      const { from, to } = place
      editor.chain().setTextSelection({ from, to }).focus(null, { scrollIntoView: false }).run()
      const { node } = editor.view.domAtPos(from, 1)
      // By the browser, for its margins: the panel and the buttons stand over the text.
      const words = node instanceof Element ? node : node.parentElement
      words?.scrollIntoView({ block: 'nearest' })
    },
    /** One step of undo. */
    onReplace: (finding: ShownFinding, after: string) => {
      const place = placeOf(finding)
      if (!place) return
      replaceRange(editor, place, after, sharedMarks(editor.state.doc, place))
      editor.commands.focus()
    },
  }
}
