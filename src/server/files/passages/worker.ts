import { buffer } from 'node:stream/consumers'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { toPlain } from '../reading/plain.ts'
import { sniff } from '../reading/sniff.ts'
import { decodeText } from '../reading/text.ts'
import { drop } from '../worker-permissions.ts'
import { type Block, hasWords } from './block.ts'
import { cutPassages } from './cut-passages.ts'
import { markdownBlocks, textBlocks } from './markdown-blocks.ts'
import type { ReadAs, SourceRefusal } from './outcome.ts'
import { isSrt, isVtt, subtitleBlocks } from './subtitle-blocks.ts'

type BlocksRead = { kind: ReadAs; blocks: Block[]; pagesWithoutText?: number } | { refusal: SourceRefusal }
type Read = (file: Buffer) => Promise<BlocksRead>

const { sourceText, sourceBytes, passagesPerSource } = COLLECTION_LIMITS

/** Libraries are loaded first, because no code is readable any more when a file is read. */
async function readerOf(file: Buffer, name: string, charset: string | undefined): Promise<Read> {
  if (charset !== undefined) {
    const page = await import('../reading/page.ts')
    return async () => {
      const read = page.readMarkdown(file, charset, { enough: sourceText, hasRows: true })
      if (page.isLogin(read)) return { refusal: 'loginPage' }
      if (page.isShell(read.text)) return { refusal: 'emptyPage' }
      return { kind: 'page', blocks: markdownBlocks(toPlain(read.text)) }
    }
  }
  const kind = sniff(file)
  if (kind === 'image') return async () => ({ refusal: 'picture' })
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdfBlocks
  if (kind === 'docx') {
    const { docxMarkdown } = await import('../reading/docx.ts')
    return async () => {
      const read = await docxMarkdown(file)
      if ('refusal' in read) return read
      return { kind: 'docx', blocks: markdownBlocks(toPlain(read.text)) }
    }
  }
  if (kind !== 'text') return async () => ({ refusal: kind })
  const { csvBlocks } = await import('./csv-blocks.ts')
  return async () => readTextBlocks(file, name, csvBlocks)
}

/** The kind of a text follows from its first lines, and else from the end of its name. */
function readTextBlocks(file: Buffer, name: string, csvBlocks: (text: string) => Block[]): BlocksRead {
  const decoded = decodeText(file, sourceBytes)
  if ('refusal' in decoded) return decoded
  const text = toPlain(decoded.text)
  if (text === '') return { refusal: 'emptyText' }
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (isVtt(text) || isSrt(text) || ending === 'srt' || ending === 'vtt') {
    const blocks = subtitleBlocks(text)
    if (blocks.length === 0) return { refusal: 'noSubtitles' }
    return { kind: isVtt(text) ? 'vtt' : 'srt', blocks }
  }
  if (ending === 'csv') {
    try {
      return { kind: 'csv', blocks: csvBlocks(text) }
    } catch {
      return { refusal: 'brokenTable' }
    }
  }
  if (ending === 'md') return { kind: 'md', blocks: markdownBlocks(text) }
  return { kind: 'txt', blocks: textBlocks(text) }
}

const EMPTY: Partial<Record<ReadAs, SourceRefusal>> = {
  pdf: 'scannedPdf',
  docx: 'emptyDocx',
  page: 'emptyPage',
}

const write = (line: object) =>
  new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))

async function work(): Promise<object> {
  const [name = '', charset] = process.argv.slice(2)
  const file = await buffer(process.stdin)
  const read = await readerOf(file, name, charset)
  drop('fs.read', 'addon')
  const found = await read(file)
  if ('refusal' in found) return found
  const { kind, blocks, pagesWithoutText = 0 } = found
  if (!blocks.some(({ text }) => hasWords(text))) return { refusal: EMPTY[kind] ?? 'emptyText' }
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (length > sourceText) return { refusal: 'tooMuchText' }
  await write({ kind })
  let passages = 0
  for (const passage of cutPassages(blocks)) {
    passages += 1
    if (passages > passagesPerSource) return { refusal: 'tooManyPassages' }
    await write(passage)
  }
  return { passages, pagesWithoutText }
}

await write(await work())
// Exits without waiting for work that a library has left.
process.exit()
