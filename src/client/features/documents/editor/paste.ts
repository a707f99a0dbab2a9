import type { JSONContent } from '@tiptap/core'
import { Fragment, Node, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { showToast } from '#client/ui/feedback/toast.ts'
import { LIMITS } from '#shared/limits.ts'
import { cleanPastedHtml } from './clean-paste.ts'
import { readBlocks } from './read-markdown.ts'

/** Of the HTML of a page; Word writes thirty characters for each that one sees. */
const HTML_MOST = 2_000_000

const TOO_LONG = `O que você colou é grande demais: um documento vai até ${LIMITS.documentLength.toLocaleString('pt-BR')} caracteres.`

/** The pasted text as Markdown; `isPlain` or unreadable, as lines. */
function textToSlice(text: string, schema: Schema, isPlain: boolean): Slice {
  const nodes = (isPlain ? linesOf(text) : blocksOf(text)).map((node) => Node.fromJSON(schema, node))
  // One paragraph joins the one that it is pasted into.
  const isOne = nodes.length === 1 && nodes[0]?.type.name === 'paragraph'
  return new Slice(Fragment.from(nodes), isOne ? 1 : 0, isOne ? 1 : 0)
}

function blocksOf(text: string): JSONContent[] {
  try {
    return readBlocks(text).map(({ node }) => node)
  } catch {
    return linesOf(text)
  }
}

const linesOf = (text: string): JSONContent[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) }))

/** Takes over a paste that no document can hold, before anything reads it. */
function takeLarge(view: EditorView, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? ''
  const isLargeHtml = (data?.getData('text/html') ?? '').length > HTML_MOST
  if (text.length <= LIMITS.documentLength && !isLargeHtml) return false
  if (isLargeHtml && text !== '' && text.length <= LIMITS.documentLength) view.pasteText(text)
  else showToast(TOO_LONG, 'error')
  return true
}

export const PASTE: Pick<
  EditorProps,
  'handlePaste' | 'handleDrop' | 'transformPastedHTML' | 'clipboardTextParser'
> = {
  handlePaste: (view, event) => takeLarge(view, event.clipboardData),
  handleDrop: (view, event) => takeLarge(view, event.dataTransfer),
  transformPastedHTML: cleanPastedHtml,
  clipboardTextParser: (text, _context, isPlain, view) => textToSlice(text, view.state.schema, isPlain),
}
