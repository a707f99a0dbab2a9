import pdfmake from 'pdfmake'
import { type DocumentPart, type DocumentSource, toWritableText } from './document.ts'
import { type Block, readMarkdown, type Span } from './markdown-blocks.ts'
import { FONT_FILES, FONTS, type FontName, inFonts } from './pdf-fonts.ts'
import { CELL_PADDING, CODE, CODE_PADDING, colour, GRID, QUOTE, QUOTE_INDENT } from './pdf-layouts.ts'
import { documentTag, marked, type Tag, tagIn, withTags } from './pdf-tags.ts'

/** A node of pdfmake's tree: text, stack, columns or table, with its style. */
type Content = Record<string, unknown>

pdfmake.setFonts(FONTS)
// Texts must not make pdfmake read or fetch anything.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path))

/** Points. */
const MARGIN = 56
const PAGE_WIDTH = 595
const SIZE = {
  title: 22,
  heading: 11.5,
  levels: [15, 13, 12, 11],
  text: 10.5,
  small: 9,
  code: 8.5,
  inlineCode: 9.5,
}

/** The house's accent, and facts for the final note. */
type Notes = { readonly accent: string; hasUnknown: boolean }

/** The document as a PDF on A4. */
export async function makePdf({ house, title, facts, parts }: DocumentSource): Promise<Uint8Array> {
  const notes: Notes = { accent: `#${house.accent}`, hasUnknown: false }
  const root = documentTag()
  const content: Content[] = [
    {
      text: marked(plain(title, notes), tagIn(root, 'H1')),
      fontSize: SIZE.title,
      bold: true,
      margin: [0, 0, 0, 8],
    },
    ...facts.map((fact) => aside(fact, notes, root)),
    ...parts.flatMap((part) => partOf(part, notes, root)),
  ]
  if (notes.hasUnknown) {
    const text =
      'O sinal □ está no lugar de letras que o PDF não consegue mostrar. A exportação em DOCX tem todas.'
    content.push({ ...aside(text, notes, root), margin: [0, 24, 0, 0] })
  }
  const short = plain(title, { ...notes })
  const definition: Content = {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    // Tags need 1.4 at least; this is the newest that pdfkit writes.
    version: '1.7',
    tagged: true,
    displayTitle: true,
    info: { title: toWritableText(title), author: inMetadata(house.name), creator: inMetadata(house.name) },
    language: 'pt-BR',
    content,
    defaultStyle: { font: 'Text', fontSize: SIZE.text, lineHeight: 1.3, color: colour('text') },
    footer: (page: number, pages: number) => ({
      margin: [MARGIN, 16, MARGIN, 0],
      fontSize: SIZE.small,
      color: colour('faint'),
      columns: [
        { text: short, noWrap: true, width: '*', maxHeight: 14 },
        { text: `${page} de ${pages}`, width: 60, alignment: 'right' },
      ],
    }),
  }
  return new Uint8Array(await withTags(root, () => pdfmake.createPdf(definition).getBuffer()))
}

/** pdfkit writes the fields into XML too, as they are. */
const inMetadata = (text: string) => toWritableText(text).replace(/[<>&]/g, ' ')

/** Layout time grows with the square of a word's length, so longer words may break anywhere. */
const LONG_WORD = /\S{81}/u
const BREAKABLE = /\S{1,80}\s*|\s+/gu

const pieces = (text: string, font: FontName, notes: Notes) => {
  const found = inFonts(text, font, () => {
    notes.hasUnknown = true
  })
  return found.flatMap((piece) =>
    LONG_WORD.test(piece.text)
      ? (piece.text.match(BREAKABLE) ?? []).map((part) => ({ ...piece, text: part }))
      : [piece],
  )
}

const plain = (text: string, notes: Notes) => pieces(toWritableText(text), 'Text', notes)

const aside = (text: string, notes: Notes, into: Tag): Content => ({
  text: marked(plain(text, notes), tagIn(into, 'P')),
  fontSize: SIZE.small,
  color: colour('faint'),
  margin: [0, 0, 0, 2],
})

const line = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: colour('line') }],
  margin: [0, 6, 0, 6],
})

function partOf(
  { heading, attachments = [], markdown, note }: DocumentPart,
  notes: Notes,
  into: Tag,
): Content[] {
  const width = PAGE_WIDTH - 2 * MARGIN - 1
  // Under the title, and under a part's heading.
  const above = heading ? 2 : 1
  const head: Content[] = heading
    ? [
        { ...line(width), margin: [0, 14, 0, 8] },
        {
          text: marked(plain(heading, notes), tagIn(into, 'H2')),
          fontSize: SIZE.heading,
          bold: true,
          color: notes.accent,
          margin: [0, 0, 0, 4],
        },
      ]
    : []
  const written = [
    ...attachments.map((name) => ({ ...aside(`Anexo: ${name}`, notes, into), italics: true })),
    ...withNext(readMarkdown(markdown), { width, above, into }, notes),
    ...(note ? [{ ...aside(note, notes, into), italics: true }] : []),
  ]
  return [...(head.length > 0 ? kept(head) : []), ...written]
}

/** `width` is the available width in points, `above` the number of heading levels above the text. */
type Place = { width: number; above: number; into: Tag }

/** Room under a heading, in points: two lines of text, or the head of a table and its first row. */
const NEXT_ROOM = 60

/** Keeps these together with the beginning of the content that follows: room for it must be left on the page. */
const kept = (contents: Content[]): Content[] => [
  {
    unbreakable: true,
    stack: [...contents, { canvas: [], margin: [0, NEXT_ROOM, 0, 0] }],
    margin: [0, 0, 0, -NEXT_ROOM],
  },
]

/** Blocks of a page's column; headings stay with what follows them. */
function withNext(all: Block[], place: Place, notes: Notes): Content[] {
  const contents: Content[] = []
  let headings: Content[] = []
  for (const block of all) {
    const content = blockOf(block, place, notes)
    if (block.kind === 'heading') {
      headings.push(content)
      continue
    }
    if (headings.length > 0) contents.push(...kept(headings))
    headings = []
    contents.push(content)
  }
  return [...contents, ...headings]
}

const blocks = (all: Block[], place: Place, notes: Notes): Content[] =>
  all.map((block) => blockOf(block, place, notes))

const LIST_INDENT = 18

function blockOf(block: Block, place: Place, notes: Notes): Content {
  const { width, above, into } = place
  switch (block.kind) {
    case 'heading':
      return {
        text: marked(runs(block.spans, notes), tagIn(into, `H${Math.min(block.level + above, 6)}`)),
        fontSize: SIZE.levels[Math.min(block.level, SIZE.levels.length) - 1] ?? SIZE.text,
        bold: true,
        margin: [0, 8, 0, 3],
      }
    case 'paragraph':
      return { text: marked(runs(block.spans, notes), tagIn(into, 'P')), margin: [0, 0, 0, 6] }
    case 'code':
      return {
        layout: CODE,
        margin: [0, 2, 0, 8],
        table: {
          widths: [width - 2 * CODE_PADDING],
          body: [
            [
              {
                text: marked(pieces(block.text.replaceAll('\t', '  '), 'Mono', notes), tagIn(into, 'P')),
                fontSize: SIZE.code,
                preserveLeadingSpaces: true,
              },
            ],
          ],
        },
      }
    case 'quote': {
      const inside = { ...place, width: width - QUOTE_INDENT, into: tagIn(into, 'BlockQuote') }
      return {
        layout: QUOTE,
        margin: [0, 2, 0, 6],
        table: {
          widths: [inside.width],
          body: [[{ stack: blocks(block.blocks, inside, notes), color: colour('faint') }]],
        },
      }
    }
    case 'list':
      return listOf(block, place, notes)
    case 'table':
      return tableOf(block, place, notes)
    case 'rule':
      return line(width)
  }
}

function listOf(list: Extract<Block, { kind: 'list' }>, place: Place, notes: Notes): Content {
  const width = place.width - LIST_INDENT
  const tag = tagIn(place.into, 'L')
  const items = list.items.map(({ isDone, blocks: inside }, index): Content => {
    const sign =
      isDone === undefined ? (list.start === undefined ? '•' : `${list.start + index}.`) : isDone ? '☑' : '☐'
    const item = tagIn(tag, 'LI')
    const label = marked(plain(sign, notes), tagIn(item, 'Lbl'))
    const stack = blocks(inside, { ...place, width, into: tagIn(item, 'LBody') }, notes)
    return {
      columns: [
        { width: LIST_INDENT, text: label },
        { width, stack: stack.length > 0 ? stack : [{ text: ' ' }] },
      ],
    }
  })
  return { stack: items, margin: [0, 0, 0, 4] }
}

function tableOf(table: Extract<Block, { kind: 'table' }>, { width, into }: Place, notes: Notes): Content {
  const count = table.header.length
  const column = Math.max(8, width / count - 2 * CELL_PADDING)
  const tag = tagIn(into, 'Table')
  const row = (cells: Span[][], isHeader: boolean): Content[] => {
    const rowTag = tagIn(tag, 'TR')
    return cells.map((spans, at) => ({
      text: marked(runs(spans, notes), tagIn(rowTag, isHeader ? 'TH' : 'TD')),
      alignment: table.alignments[at] ?? 'left',
      ...(isHeader && { fillColor: colour('shade') }),
    }))
  }
  return {
    layout: GRID,
    fontSize: count > 6 ? SIZE.code : SIZE.text - 0.5,
    margin: [0, 4, 0, 10],
    table: {
      headerRows: 1,
      dontBreakRows: false,
      widths: table.header.map(() => column),
      body: [row(table.header, true), ...table.rows.map((cells) => row(cells, false))],
    },
  }
}

function runs(spans: Span[], notes: Notes): Content[] {
  return spans.flatMap(({ text, bold, italic, strike, code, link }) =>
    pieces(text, code ? 'Mono' : 'Text', notes).map((piece) => ({
      ...piece,
      ...(bold && { bold }),
      ...(italic && { italics: true }),
      ...(strike && { decoration: 'lineThrough' }),
      ...(code && { background: colour('shade'), fontSize: SIZE.inlineCode }),
      ...(link && { link, color: notes.accent, decoration: 'underline' }),
    })),
  )
}
