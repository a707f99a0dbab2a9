import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { TestClient } from '../test-client.ts'
import { imageForm } from './images.ts'

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Uploads an attachment with any file name and type. */
export const sendFile = (client: TestClient, bytes: Uint8Array | string, name = 'arquivo', type = '') =>
  client.call<Attachment>('POST', '/api/v1/attachments', imageForm(Buffer.from(bytes), name, type))

/** A document as Word writes it: a heading, a list, a table, and a paragraph per further text. */
export function wordFile(heading: string, ...texts: string[]): Promise<Buffer> {
  const row = (...cells: string[]) =>
    new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) })
  const children = [
    new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
    new Paragraph({ text: 'Primeiro', bullet: { level: 0 } }),
    new Paragraph({ text: 'Por dentro', bullet: { level: 1 } }),
    new Table({ rows: [row('Bônus', 'Preço'), row('Aula', 'R$ 97,00')] }),
    ...texts.map((text) => new Paragraph(text)),
  ]
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}

type Entry = { name: string; content: Uint8Array; claimedBytes?: number }

/** A ZIP whose entries may declare a false size. */
function zip(entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes = content.length } of entries) {
    // The quickest level, for files of hundreds of megabytes.
    const packed = deflateRawSync(content, { level: 1 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end])
}

const SCHEMAS = 'http://schemas.openxmlformats.org'
const WORD = `xmlns:w="${SCHEMAS}/wordprocessingml/2006/main" xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"`

/** A Word document with this body XML; `prologue` precedes it, `links` are its relationships. */
export function rawWordFile(
  body: string | Uint8Array,
  {
    prologue = '',
    links = '',
    claimedBytes,
  }: { prologue?: string; links?: string; claimedBytes?: number } = {},
): Buffer {
  const relations = (content: string) =>
    Buffer.from(`<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${content}</Relationships>`)
  const types = `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCX_TYPE}.main+xml"/></Types>`
  const office = `<Relationship Id="r1" Type="${SCHEMAS}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>`
  const content = Buffer.concat([
    Buffer.from(`<?xml version="1.0"?>${prologue}<w:document ${WORD}><w:body>`),
    Buffer.from(body),
    Buffer.from('</w:body></w:document>'),
  ])
  return zip([
    { name: '[Content_Types].xml', content: Buffer.from(types) },
    { name: '_rels/.rels', content: relations(office) },
    { name: 'word/_rels/document.xml.rels', content: relations(links) },
    { name: 'word/document.xml', content, ...(claimedBytes && { claimedBytes }) },
  ])
}

/** A paragraph of this many letters, which shares one buffer. */
export const hugeParagraph = (letters: number): Buffer =>
  Buffer.concat([
    Buffer.from('<w:p><w:r><w:t>'),
    Buffer.alloc(letters, 'a'),
    Buffer.from('</w:t></w:r></w:p>'),
  ])

const letters = (text: string) =>
  [...Buffer.from(text, 'latin1')].map((byte) => byte.toString(16).padStart(2, '0')).join('')

type PdfOptions = {
  /** Number of repetitions of the last page. */
  times?: number
  /** Objects in addition to those of the pages. */
  objects?: string[]
  /** Entries of the trailer, and of the catalog. */
  trailer?: string
  catalog?: string
  /** Compressed content that replaces each page's. */
  packed?: Uint8Array
}

/** A minimal PDF with one page per text. */
export function pdfFile(
  texts: string[],
  { times = 1, objects = [], trailer = '', catalog = '', packed }: PdfOptions = {},
): Buffer {
  const contents = texts.map((text) => {
    const stream =
      packed ??
      deflateSync(
        text
          .split('\n')
          .map((line, index) => `BT /F1 12 Tf 20 ${800 - index * 14} Td <${letters(line)}> Tj ET`)
          .join('\n'),
      )
    return Buffer.concat([
      Buffer.from(`<</Length ${stream.length}/Filter/FlateDecode>>stream\n`),
      stream,
      Buffer.from('\nendstream'),
    ])
  })
  const firstPage = 4
  const firstContent = firstPage + contents.length
  const pages = contents.map((_, index) => firstPage + index)
  const kids = [...pages, ...Array.from({ length: times - 1 }, () => pages.at(-1))]
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
  return pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[${kids.map((number) => `${number} 0 R`).join(' ')}]/Count ${kids.length}>>`,
      font,
      ...contents.map(
        (_, index) =>
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${firstContent + index} 0 R>>`,
      ),
      ...contents,
      ...objects,
    ],
    trailer,
  )
}

function pdfOf(objects: (string | Buffer)[], trailer: string): Buffer {
  const pieces = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const piece = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(length)
    length += piece.length
    pieces.push(piece)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`
  return Buffer.concat([...pieces, Buffer.from(end)])
}
