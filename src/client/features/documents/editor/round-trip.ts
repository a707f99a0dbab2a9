import type { JSONContent } from '@tiptap/core'
import { Marked } from 'marked'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { printBlocks } from './print-markdown.ts'
import { type Obstacle, readBlocks, UnreadableMarkdown } from './read-markdown.ts'

/** The document of the editor, and the source of each block that has one. */
export type Opened = { doc: JSONContent; sources: (string | undefined)[] }

/**
 * A Markdown text in the editor's own spelling: `-` for lists, `**` and `*` for emphasis, one empty line between
 * blocks, escapes only where needed. Idempotent; its reading is that of the text.
 * @throws {UnreadableMarkdown} for a text that the editor cannot represent.
 */
export const normalizeMarkdown = (text: string): string =>
  printBlocks(readBlocks(text).map(({ node }) => node))

/** Opens a text in the visual editor, or says why only the Markdown view can hold all of it. */
export function openMarkdown(text: string): Opened | { obstacle: Obstacle } {
  try {
    const blocks = readBlocks(text)
    const printed = printBlocks(blocks.map(({ node }) => node))
    if (meaningOf(printed) !== meaningOf(text)) return { obstacle: 'other' }
    const content = blocks.length > 0 ? blocks.map(({ node }) => node) : [{ type: 'paragraph' }]
    return { doc: { type: 'doc', content }, sources: blocks.map(({ node, raw }) => sourceOf(node, raw)) }
  } catch (error) {
    if (error instanceof UnreadableMarkdown) return { obstacle: error.obstacle }
    throw error
  }
}

/** Indented code depends on the block before it, and an open fence swallows the next one. */
const sourceOf = ({ type }: JSONContent, raw: string | undefined) => (type === 'codeBlock' ? undefined : raw)

const marked = new Marked({ gfm: true, breaks: true })

/**
 * The HTML of a text as another program reads it, for comparing two texts. Marks on the same letters are alike in
 * any order, and so are loose and tight lists, as on the screen.
 */
export function meaningOf(text: string): string {
  const html = marked.parse(text.replace(/\r\n?/g, '\n'), { async: false })
  const blocks = html
    .replace(/&(?!(?:lt|gt|amp|quot|#39);)[#\w]+;/g, decodeEntities)
    .replace(/<br\s*\/?>/g, '<br>')
    .replace(/<\/?(?:ul|ol|li)\b[^>]*>/g, '\n$&\n')
  return (
    withSortedMarks(withoutItemParagraphs(blocks))
      .split(/(<pre>[\s\S]*?<\/pre>)/)
      .map((piece) => (piece.startsWith('<pre>') ? piece : piece.replace(/\s*\n\s*/g, '\n')))
      .join('')
      // An empty line of code, and none.
      .replace(/<pre>\{<code[^}]*\}\n\{\}<\/pre>/g, '<pre></pre>')
      // The editor's tasks are a list of their own.
      .replace(/<\/ul>\n<ul>/g, '')
      .replace(/\n+/g, '\n')
      .trim()
  )
}

/** Takes the paragraphs directly in list items away. */
function withoutItemParagraphs(html: string): string {
  const open: string[] = []
  return html.replace(/<(\/?)(\w+)[^>]*>/g, (tag, close, name) => {
    if (name === 'p' && open.at(-1) === 'li') return '\n'
    if (['li', 'ul', 'ol', 'blockquote'].includes(name)) {
      if (close) open.pop()
      else open.push(name)
    }
    return tag
  })
}

/** Each run of letters after its sorted marks, instead of nested elements. */
function withSortedMarks(html: string): string {
  const open: string[] = []
  let [sorted, last] = ['', '']
  for (const piece of html.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?)(?:strong|em|del|code|a)(?:\s[^>]*)?>$/.exec(piece)
    if (tag?.[1]) open.pop()
    else if (tag) open.push(piece)
    else if (piece !== '') {
      const marks = [...new Set(open)].sort().join('')
      sorted += marks === last ? piece : `{${marks}}${piece}`
      last = marks
    }
  }
  return sorted
}
