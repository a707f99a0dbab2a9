import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import reviews from '#client/entities/reviews/reviews.module.css'
import type { Severity } from '#shared/revisor/rules.ts'

/** A finding in the document; `id` names it in the panel. */
export type FindingMark = { id: string; severity: Severity; from: number; to: number }
type Spec = { id: string; words: string }

const key = new PluginKey<DecorationSet>('findingMarks')

const wordsIn = (doc: Node, from: number, to: number) => doc.textBetween(from, to, '\n\n', '\n')

const setOf = (doc: Node, marks: readonly FindingMark[]) =>
  DecorationSet.create(
    doc,
    marks.map(({ id, severity, from, to }) => {
      const shown = { class: reviews.found ?? '', 'data-severity': severity }
      return Decoration.inline(from, to, shown, { id, words: wordsIn(doc, from, to) } satisfies Spec)
    }),
  )

/** Underlines findings, moves them with edits elsewhere, and drops one as soon as its words change. */
export const findingMarksPlugin = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marks) => {
        const set = transaction.getMeta(key) as readonly FindingMark[] | undefined
        if (set) return setOf(transaction.doc, set)
        if (!transaction.docChanged) return marks
        const moved = marks.map(transaction.mapping, transaction.doc)
        const changed = moved
          .find()
          .filter(({ from, to, spec }) => wordsIn(transaction.doc, from, to) !== (spec as Spec).words)
        return changed.length > 0 ? moved.remove(changed) : moved
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

export const FindingMarks = Extension.create({
  name: 'findingMarks',
  addProseMirrorPlugins: () => [findingMarksPlugin()],
})

export const withMarks = (state: EditorState, marks: readonly FindingMark[]) =>
  state.tr.setMeta(key, marks).setMeta('addToHistory', false)

const placesText = (marks: readonly Omit<FindingMark, 'severity'>[]) =>
  JSON.stringify(marks.map(({ id, from, to }) => `${from} ${to} ${id}`).toSorted())

/** Marks these findings, and no others. */
export function markFindings(editor: Editor, marks: readonly FindingMark[]): void {
  if (editor.isDestroyed || placesText(marksOf(editor.state)) === placesText(marks)) return
  editor.view.dispatch(withMarks(editor.state, marks))
}

/** The findings that are marked now, in the order of the document. */
export const marksOf = (state: EditorState): { id: string; from: number; to: number; words: string }[] =>
  (key.getState(state)?.find() ?? [])
    .map(({ from, to, spec }) => ({ from, to, ...(spec as Spec) }))
    .toSorted((one, other) => one.from - other.from)
