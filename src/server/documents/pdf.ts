import pdfmake from 'pdfmake'
import { type DocumentPart, type DocumentSource, toWritableText } from './document.ts'
import { COLOURS } from './document-colours.ts'
import { type Block, readMarkdown, type Span } from './markdown-blocks.ts'
import { FONT_FILES, FONTS, type FontName, inFonts } from './pdf-fonts.ts'

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

const colour = (name: keyof typeof COLOURS) => `#${COLOURS[name]}`

/** Facts for the final note. */
type Notes = { hasUnknown: boolean }

/** The document as a PDF on A4. */
export async function makePdf({ title, facts, parts }: DocumentSource): Promise<Uint8Array> {
  const notes: Notes = { hasUnknown: false }
  const content: Content[] = [
    { text: plain(title, notes), fontSize: SIZE.title, bold: true, margin: [0, 0, 0, 8] },
    ...facts.map((fact) => aside(fact, notes)),
    ...parts.flatMap((part) => partOf(part, notes)),
  ]
  if (notes.hasUnknown) {
    const text =
      'O sinal □ está no lugar de letras que o PDF não consegue mostrar. A exportação em DOCX tem todas.'
    content.push({ ...aside(text, notes), margin: [0, 24, 0, 0] })
  }
  const short = plain(title, { hasUnknown: false })
  const definition: Content = {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    info: { title: toWritableText(title), author: 'Elenco', creator: 'Elenco' },
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
  return new Uint8Array(await pdfmake.createPdf(definition).getBuffer())
}

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

const aside = (text: string, notes: Notes): Content => ({
  text: plain(text, notes),
  fontSize: SIZE.small,
  color: colour('faint'),
  margin: [0, 0, 0, 2],
})

const line = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: colour('line') }],
  margin: [0, 6, 0, 6],
})

function partOf({ heading, attachments = [], markdown, note }: DocumentPart, notes: Notes): Content[] {
  const width = PAGE_WIDTH - 2 * MARGIN - 1
  return [
    ...(heading
      ? [
          { ...line(width), margin: [0, 14, 0, 8] },
          {
            text: plain(heading, notes),
            fontSize: SIZE.heading,
            bold: true,
            color: colour('accent'),
            margin: [0, 0, 0, 4],
          },
        ]
      : []),
    ...attachments.map((name) => ({ ...aside(`Anexo: ${name}`, notes), italics: true })),
    ...blocks(readMarkdown(markdown), width, notes),
    ...(note ? [{ ...aside(note, notes), italics: true }] : []),
  ]
}

/** `width` is the available width in points. */
const blocks = (all: Block[], width: number, notes: Notes): Content[] =>
  all.map((block) => blockOf(block, width, notes))

const LIST_INDENT = 18
const QUOTE_INDENT = 12

function blockOf(block: Block, width: number, notes: Notes): Content {
  switch (block.kind) {
    case 'heading':
      return {
        text: runs(block.spans, notes),
        fontSize: SIZE.levels[Math.min(block.level, SIZE.levels.length) - 1] ?? SIZE.text,
        bold: true,
        margin: [0, 8, 0, 3],
      }
    case 'paragraph':
      return { text: runs(block.spans, notes), margin: [0, 0, 0, 6] }
    case 'code':
      return {
        layout: CODE,
        margin: [0, 2, 0, 8],
        table: {
          widths: [width - 2 * CODE_PADDING],
          body: [
            [
              {
                text: pieces(block.text.replaceAll('\t', '  '), 'Mono', notes),
                fontSize: SIZE.code,
                preserveLeadingSpaces: true,
              },
            ],
          ],
        },
      }
    case 'quote':
      return {
        layout: QUOTE,
        margin: [0, 2, 0, 6],
        table: {
          widths: [width - QUOTE_INDENT],
          body: [[{ stack: blocks(block.blocks, width - QUOTE_INDENT, notes), color: colour('faint') }]],
        },
      }
    case 'list':
      return listOf(block, width, notes)
    case 'table':
      return tableOf(block, width, notes)
    case 'rule':
      return line(width)
  }
}

function listOf(list: Extract<Block, { kind: 'list' }>, width: number, notes: Notes): Content {
  const items = list.items.map(({ isDone, blocks: inside }, index): Content => {
    const sign =
      isDone === undefined ? (list.start === undefined ? '•' : `${list.start + index}.`) : isDone ? '☑' : '☐'
    const stack = blocks(inside, width - LIST_INDENT, notes)
    return {
      columns: [
        { width: LIST_INDENT, text: plain(sign, notes) },
        { width: width - LIST_INDENT, stack: stack.length > 0 ? stack : [{ text: ' ' }] },
      ],
    }
  })
  return { stack: items, margin: [0, 0, 0, 4] }
}

const CELL_PADDING = 5

function tableOf(table: Extract<Block, { kind: 'table' }>, width: number, notes: Notes): Content {
  const count = table.header.length
  const column = Math.max(8, width / count - 2 * CELL_PADDING)
  const row = (cells: Span[][], isHeader: boolean): Content[] =>
    cells.map((spans, at) => ({
      text: runs(spans, notes),
      alignment: table.alignments[at] ?? 'left',
      ...(isHeader && { fillColor: colour('shade') }),
    }))
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
      ...(link && { link, color: colour('accent'), decoration: 'underline' }),
    })),
  )
}

const none = () => 0
const padding = (size: number) => ({
  paddingLeft: () => size,
  paddingRight: () => size,
  paddingTop: () => size,
  paddingBottom: () => size,
})
const CODE_PADDING = 6
const CODE = {
  hLineWidth: none,
  vLineWidth: none,
  fillColor: () => colour('shade'),
  ...padding(CODE_PADDING),
}
const QUOTE = {
  hLineWidth: none,
  vLineWidth: (at: number) => (at === 0 ? 2 : 0),
  vLineColor: () => colour('line'),
  ...padding(0),
  paddingLeft: () => QUOTE_INDENT,
}
const GRID = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => colour('line'),
  vLineColor: () => colour('line'),
  ...padding(CELL_PADDING),
}
