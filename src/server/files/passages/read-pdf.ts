import { getResolvedPDFJS } from 'unpdf'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { openPdf, pdfRefusal } from '../reading/pdf.ts'
import { toPlain } from '../reading/plain.ts'
import { type Block, hasWords } from './block.ts'
import type { SourceRefusal } from './outcome.ts'
import { type Line, pdfBlocks } from './pdf-blocks.ts'

await getResolvedPDFJS()

type Pdf = Awaited<ReturnType<typeof openPdf>>

type PdfRead = {
  kind: 'pdf'
  blocks: Block[]
  /** Scanned ones, and blank ones. */
  pagesWithoutText: number
}

/** The text of all pages of a PDF, or its refusal. */
export async function readPdfBlocks(file: Buffer): Promise<PdfRead | { refusal: SourceRefusal }> {
  try {
    const pdf = await openPdf(file)
    if (pdf.numPages > COLLECTION_LIMITS.pages) return { refusal: 'tooManyPages' }
    const pages: Line[][] = []
    let length = 0
    for (let page = 1; page <= pdf.numPages && length <= COLLECTION_LIMITS.sourceText; page += 1) {
      const lines = await linesOf(await pdf.getPage(page))
      length += lines.reduce((sum, { text }) => sum + text.length, 0)
      pages.push(lines)
    }
    const pagesWithoutText = pages.filter((lines) => !lines.some(({ text }) => hasWords(text))).length
    return { kind: 'pdf', blocks: pdfBlocks(pages), pagesWithoutText }
  } catch (error) {
    return { refusal: pdfRefusal(error) }
  }
}

async function linesOf(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<Line[]> {
  const { items } = await page.getTextContent()
  const lines: Line[] = []
  let [text, size] = ['', 0]
  for (const item of items) {
    if (!('str' in item)) continue
    text += item.str
    if (item.str.trim() !== '') size = Math.max(size, Math.round(item.height))
    if (!item.hasEOL) continue
    lines.push({ text: toPlain(text), size })
    ;[text, size] = ['', 0]
  }
  lines.push({ text: toPlain(text), size })
  page.cleanup()
  return lines.filter((line) => line.text !== '')
}
