import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Mark, Node, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { printInline } from './print-inline.ts'
import { printBlocks } from './print-markdown.ts'
import { readBlocks } from './read-markdown.ts'
import classes from './visual-editor.module.css'

type Range = { from: number; to: number }

const key = new PluginKey<Range | null>('rewriteRange')

/** Marks the part that is being rewritten, and follows it while the user writes elsewhere. */
export const RewriteRange = Extension.create({
  name: 'rewriteRange',
  addProseMirrorPlugins: () => [
    new Plugin<Range | null>({
      key,
      state: {
        init: () => null,
        apply: (transaction, range) => {
          const set = transaction.getMeta(key) as { range: Range | null } | undefined
          if (set) return set.range
          if (!range) return null
          const from = transaction.mapping.map(range.from, 1)
          const to = transaction.mapping.map(range.to, -1)
          return from < to ? { from, to } : null
        },
      },
      props: {
        decorations: (state) => {
          const range = key.getState(state)
          if (!range) return null
          return DecorationSet.create(state.doc, [
            Decoration.inline(range.from, range.to, { class: classes.rewritten ?? '' }),
          ])
        },
      },
    }),
  ],
})

export const rewriteRangeOf = (state: EditorState): Range | null => key.getState(state) ?? null

/** Marks a range, or none. */
export function markRange(editor: Editor, range: Range | null): void {
  if (editor.isDestroyed) return
  editor.view.dispatch(editor.state.tr.setMeta(key, { range }).setMeta('addToHistory', false))
}

/** The selection if it is inside one paragraph, heading or cell; else the whole blocks that it touches. */
export function selectedRange({ selection, doc }: EditorState): Range {
  const { $from, $to, from, to } = selection
  if ($from.sameParent($to) && $from.parent.isTextblock) return { from, to }
  const first = doc.resolve($from.depth === 0 ? from : $from.before(1))
  return { from: first.pos, to: $to.depth === 0 ? to : $to.after(1) }
}

const isInline = (doc: Node, { from }: Range) => doc.resolve(from).parent.isTextblock

/** The Markdown of a range. */
export function rangeMarkdown(doc: Node, range: Range): string {
  const content = (doc.slice(range.from, range.to).content.toJSON() ?? []) as JSONContent[]
  if (!isInline(doc, range)) return printBlocks(content)
  return printInline(content, { break: '\n', reads: (printed, tidy) => readsAs(printed, tidy) })
}

function readsAs(printed: string, tidy: JSONContent[]): boolean {
  const [block, ...more] = blocksOf(printed)
  return more.length === 0 && JSON.stringify(block?.content ?? []) === JSON.stringify(tidy)
}

function blocksOf(markdown: string): JSONContent[] {
  try {
    return readBlocks(markdown).map(({ node }) => node)
  } catch {
    // Raw HTML or an image stays text.
    const lines = markdown.split('\n').filter((line) => line.trim() !== '')
    return lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  }
}

/** Replaces a range by Markdown, as one step of undo; the caret goes to its end. Words in a line get `marks`. */
export function replaceRange(
  editor: Editor,
  range: Range,
  markdown: string,
  marks: readonly Mark[] = [],
): void {
  const { state, schema } = editor
  const blocks = blocksOf(markdown)
  const [only] = blocks
  const $from = state.doc.resolve(range.from)
  const transaction = closeHistory(state.tr)
  if (isInline(state.doc, range) && blocks.length === 1 && only?.type === 'paragraph') {
    transaction.replaceWith(range.from, range.to, inlineNodes(only.content, schema, marks))
  } else if ($from.parent.isTextblock && $from.depth > 1) {
    // A heading, cell or item keeps its kind: the new blocks are its lines.
    transaction.replaceWith(range.from, range.to, inlineNodes(linesOf(blocks), schema, marks))
  } else {
    const nodes = blocks.map((block) => Node.fromJSON(schema, block))
    transaction.replaceRange(range.from, range.to, new Slice(Fragment.from(nodes), 0, 0))
  }
  transaction.setMeta(key, { range: null })
  editor.view.dispatch(transaction.scrollIntoView())
  // The next change is a step of its own.
  editor.view.dispatch(closeHistory(editor.state.tr))
}

/** The formatting that all words of a range have. */
export function sharedMarks(doc: Node, { from, to }: Range): readonly Mark[] {
  const sets: (readonly Mark[])[] = []
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) sets.push(node.marks)
  })
  const [first = [], ...more] = sets
  return first.filter((mark) => more.every((marks) => mark.isInSet(marks)))
}

type Schema = Editor['schema']

const inlineNodes = (content: JSONContent[] | undefined, schema: Schema, marks: readonly Mark[]) =>
  (content ?? []).map((json) => {
    const node = Node.fromJSON(schema, json)
    return node.mark(marks.reduce((all, mark) => mark.addToSet(all), node.marks))
  })

/** The text of blocks as lines of one. */
function linesOf(blocks: readonly JSONContent[]): JSONContent[] {
  const lines = blocks.flatMap(textblocksOf)
  return lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'hardBreak' }, ...line]))
}

const textblocksOf = (block: JSONContent): JSONContent[][] =>
  block.content?.every(({ type }) => type === 'text' || type === 'hardBreak')
    ? [block.content]
    : (block.content ?? []).flatMap(textblocksOf)
