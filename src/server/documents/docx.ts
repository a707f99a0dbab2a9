import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  type ILevelsOptions,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { type DocumentPart, type DocumentSource, toWritableText } from './document.ts'
import { COLOURS } from './document-colours.ts'
import { type Block, readMarkdown, type Span } from './markdown-blocks.ts'

/** Twentieths of a point, Word's unit. */
const INDENT = 360
const PAGE_WIDTH = 9_026
const LEVELS = 9

const HEADINGS = [
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
] as const

/** Indentation of a block, and whether it is inside a quote. */
type Place = { indent: number; isQuoted: boolean }
const MARGIN: Place = { indent: 0, isQuoted: false }

/** `count` numbers each list, so that Word restarts it; `starts` collects the first numbers in use. */
type Lists = { count: number; starts: Set<number> }

/** The document as a Word file. */
export async function makeDocx({ house, title, facts, parts }: DocumentSource): Promise<Uint8Array> {
  const lists: Lists = { count: 0, starts: new Set() }
  const children = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(toWritableText(title))] }),
    ...facts.map((fact) => new Paragraph({ style: 'Facts', children: [new TextRun(toWritableText(fact))] })),
    ...parts.flatMap((part) => partOf(part, lists)),
  ]
  const file = new Document({
    title: toWritableText(title),
    creator: toWritableText(house.name),
    lastModifiedBy: toWritableText(house.name),
    styles: stylesWith(house.accent),
    numbering: {
      config: [
        { reference: 'bullets', levels: levels(LevelFormat.BULLET, 1) },
        ...[...lists.starts].map((start) => ({
          reference: `from-${start}`,
          levels: levels(LevelFormat.DECIMAL, start),
        })),
      ],
    },
    sections: [{ footers: { default: footer(title) }, children }],
  })
  return new Uint8Array(await Packer.toBuffer(file))
}

const BULLETS = ['•', '◦', '▪']

const levels = (format: 'bullet' | 'decimal', start: number): ILevelsOptions[] =>
  Array.from({ length: LEVELS }, (_, level) => ({
    level,
    start,
    format,
    text: format === LevelFormat.BULLET ? (BULLETS[level % BULLETS.length] ?? '•') : `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT } } },
  }))

const footer = (title: string) =>
  new Footer({
    children: [
      new Paragraph({
        style: 'Facts',
        alignment: AlignmentType.RIGHT,
        children: [
          new TextRun({
            children: [`${toWritableText(title)} · `, PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  })

function partOf({ heading, attachments = [], markdown, note }: DocumentPart, lists: Lists) {
  const aside = (text: string) =>
    new Paragraph({ style: 'Facts', children: [new TextRun({ text: toWritableText(text), italics: true })] })
  return [
    ...(heading
      ? [new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(toWritableText(heading))] })]
      : []),
    ...attachments.map((name) => aside(`Anexo: ${name}`)),
    ...blocks(readMarkdown(markdown), MARGIN, lists),
    ...(note ? [aside(note)] : []),
  ]
}

const blocks = (all: Block[], place: Place, lists: Lists): (Paragraph | Table)[] =>
  all.flatMap((block) => blockOf(block, place, lists))

/** The line to the left of a quote. */
const QUOTED = {
  border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: COLOURS.line } },
} as const

const placed = ({ indent, isQuoted }: Place): IParagraphOptions => ({
  ...(indent > 0 && { indent: { left: indent } }),
  ...(isQuoted && QUOTED),
})

function blockOf(block: Block, place: Place, lists: Lists): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading': {
      const heading = HEADINGS[Math.min(block.level, HEADINGS.length) - 1] ?? HeadingLevel.HEADING_5
      return [new Paragraph({ ...placed(place), heading, children: runs(block.spans) })]
    }
    case 'paragraph':
      return [new Paragraph({ ...placed(place), children: runs(block.spans) })]
    case 'code':
      return [codeOf(block.text, place)]
    case 'quote':
      return blocks(block.blocks, { indent: place.indent + INDENT, isQuoted: true }, lists)
    case 'list':
      return listOf(block, place, lists)
    case 'table':
      return [tableOf(block, place), new Paragraph({ spacing: { after: 0 } })]
    case 'rule':
      return [
        new Paragraph({
          border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: COLOURS.line } },
        }),
      ]
  }
}

function codeOf(text: string, place: Place) {
  const lines = text.split('\n')
  return new Paragraph({
    ...placed(place),
    style: 'Code',
    children: lines.map((line, index) => new TextRun({ text: line, ...(index > 0 && { break: 1 }) })),
  })
}

function listOf(list: Extract<Block, { kind: 'list' }>, place: Place, lists: Lists): (Paragraph | Table)[] {
  lists.count += 1
  const instance = lists.count
  if (list.start !== undefined) lists.starts.add(list.start)
  const reference = list.start === undefined ? 'bullets' : `from-${list.start}`
  const level = Math.min(Math.round(place.indent / INDENT), LEVELS - 1)
  const inside = { ...place, indent: place.indent + INDENT }
  return list.items.flatMap(({ isDone, blocks: [first, ...rest] }) => {
    const box: Span[] = isDone === undefined ? [] : [{ text: isDone ? '☑ ' : '☐ ' }]
    const isText = first?.kind === 'paragraph'
    const line = new Paragraph({
      ...(place.isQuoted && QUOTED),
      numbering: { reference, level, instance },
      children: runs([...box, ...(isText ? first.spans : [])]),
    })
    return [line, ...blocks(isText || !first ? rest : [first, ...rest], inside, lists)]
  })
}

const ALIGNMENT = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT }
const EDGE = { style: BorderStyle.SINGLE, size: 4, color: COLOURS.line }

function tableOf(table: Extract<Block, { kind: 'table' }>, { indent }: Place): Table {
  const width = PAGE_WIDTH - indent
  const columnWidths = table.header.map(() => Math.floor(width / table.header.length))
  const row = (cells: Span[][], isHeader: boolean) =>
    new TableRow({
      ...(isHeader && { tableHeader: true }),
      cantSplit: true,
      children: cells.map(
        (spans, column) =>
          new TableCell({
            margins: { top: 60, bottom: 60, left: 100, right: 100 },
            ...(isHeader && { shading: { type: ShadingType.CLEAR, fill: COLOURS.shade } }),
            width: { size: columnWidths[column] ?? 0, type: WidthType.DXA },
            children: [
              new Paragraph({
                spacing: { after: 0 },
                alignment: ALIGNMENT[table.alignments[column] ?? 'left'],
                children: runs(spans),
              }),
            ],
          }),
      ),
    })
  return new Table({
    columnWidths,
    width: { size: width, type: WidthType.DXA },
    layout: TableLayoutType.AUTOFIT,
    ...(indent > 0 && { indent: { size: indent, type: WidthType.DXA } }),
    borders: {
      top: EDGE,
      bottom: EDGE,
      left: EDGE,
      right: EDGE,
      insideHorizontal: EDGE,
      insideVertical: EDGE,
    },
    rows: [row(table.header, true), ...table.rows.map((cells) => row(cells, false))],
  })
}

function runs(spans: Span[]): ParagraphChild[] {
  return spans.flatMap(({ text, bold, italic, strike, code, link }): ParagraphChild[] => {
    const pieces = text.split('\n').map(
      (line, index) =>
        new TextRun({
          text: line,
          ...(index > 0 && { break: 1 }),
          ...(bold && { bold }),
          ...(italic && { italics: true }),
          ...(strike && { strike }),
          ...(code && { style: 'CodeText' }),
          ...(link && { style: 'Hyperlink' }),
        }),
    )
    return link ? [new ExternalHyperlink({ link, children: pieces })] : pieces
  })
}

const MONO = 'Consolas'
const heading = (size: number, before: number, color: string = COLOURS.text) => ({
  run: { size, bold: true, color },
  paragraph: { spacing: { before, after: 80 }, keepNext: true },
})

const stylesWith = (accent: string) => ({
  default: {
    document: {
      run: { font: 'Calibri', size: 22, color: COLOURS.text, language: { value: 'pt-BR' } },
      paragraph: { spacing: { after: 120, line: 276 } },
    },
    title: { run: { size: 44, bold: true, color: COLOURS.text }, paragraph: { spacing: { after: 120 } } },
    heading1: heading(24, 360, accent),
    heading2: heading(30, 240),
    heading3: heading(26, 200),
    heading4: heading(24, 160),
    heading5: heading(22, 120),
    hyperlink: { run: { color: accent, underline: {} } },
  },
  paragraphStyles: [
    {
      id: 'Facts',
      name: 'Facts',
      basedOn: 'Normal',
      run: { size: 19, color: COLOURS.faint },
      paragraph: { spacing: { after: 40 } },
    },
    {
      id: 'Code',
      name: 'Code',
      basedOn: 'Normal',
      run: { font: MONO, size: 19 },
      paragraph: {
        spacing: { before: 80, after: 160, line: 250 },
        shading: { type: ShadingType.CLEAR, fill: COLOURS.shade },
      },
    },
  ],
  characterStyles: [{ id: 'CodeText', name: 'Code Text', run: { font: MONO, size: 20 } }],
})
