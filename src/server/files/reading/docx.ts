import mammoth from 'mammoth'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The text of a Word document, up to the limit of text. */
export async function readDocx(file: Buffer): Promise<Reading | Refusal> {
  const read = await docxMarkdown(file)
  if ('refusal' in read) return read.refusal
  const { payload, isTruncated } = toKept(read.text)
  if (payload.length === 0) return 'emptyDocx'
  return { kind: 'docx', mediaType: MEDIA_TYPE, isTruncated, payload }
}

/**
 * The text of a Word document as Markdown, with its headings, lists and tables. Pictures are omitted, and links are not
 * opened.
 */
export async function docxMarkdown(file: Buffer): Promise<{ text: string } | { refusal: Refusal }> {
  // Other archives, such as spreadsheets, have no such part; names in a ZIP are not compressed.
  if (!file.includes('word/')) return { refusal: 'unknownKind' }
  try {
    const { value: html } = await mammoth.convertToHtml(
      { buffer: file },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    return { text: toText(html) }
  } catch {
    return { refusal: 'brokenDocx' }
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const PIECE = /<(\/?)([a-z]+)([1-6]?)[^>]*>|([^<]+)/g

/** The context of a tag in the document. */
type Place = { lists: string[]; isInCell: boolean }

/** Converts the few tags that mammoth writes to Markdown; links keep their text only. */
function toText(html: string): string {
  const place: Place = { lists: [], isInCell: false }
  let text = ''
  for (const [, close, name = '', level, words] of html.matchAll(PIECE)) {
    if (words) text += words.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    else if (close) text += CLOSING[name]?.(place) ?? ''
    else text += OPENING[name]?.(place, Number(level)) ?? ''
  }
  return text
}

const openList = (name: string) => (place: Place) => {
  place.lists.push(name)
  return ''
}

const OPENING: Record<string, (place: Place, level: number) => string> = {
  h: (_place, level) => `\n\n${'#'.repeat(level)} `,
  ul: openList('-'),
  ol: openList('1.'),
  li: ({ lists }) => `\n${'  '.repeat(lists.length - 1)}${lists.at(-1)} `,
  table: () => '\n',
  tr: () => '|',
  td: openCell,
  th: openCell,
  br: ({ isInCell }) => (isInCell ? ' ' : '\n'),
}

function openCell(place: Place): string {
  place.isInCell = true
  return ' '
}

const CLOSING: Record<string, (place: Place) => string> = {
  h: () => '\n\n',
  ul: closeList,
  ol: closeList,
  table: () => '\n',
  tr: () => '\n',
  td: closeCell,
  th: closeCell,
  // A table row is one line.
  p: ({ isInCell }) => (isInCell ? ' ' : '\n\n'),
}

function closeList({ lists }: Place): string {
  lists.pop()
  return lists.length === 0 ? '\n\n' : ''
}

function closeCell(place: Place): string {
  place.isInCell = false
  return '|'
}
