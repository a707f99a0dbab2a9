import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

// Loaded with this module, because no code is readable any more when a file is read.
await getResolvedPDFJS()

/** Pages read at most; enough for a book. */
const MAX_PAGES = 1_000
/** Time limit in milliseconds; later pages are omitted. */
const TIME_LIMIT_MS = 8_000

/** The text of a PDF page by page, up to the limit of text. Nothing that it refers to is fetched. */
export async function readPdf(file: Buffer): Promise<Reading | Refusal> {
  try {
    const pdf = await openPdf(file)
    let text = ''
    let page = 0
    const isEnough = () =>
      page >= MAX_PAGES || text.length > SERVER_LIMITS.attachmentText || workedMs() > TIME_LIMIT_MS
    for (; page < pdf.numPages && !isEnough(); page += 1)
      text += `${await textOf(await pdf.getPage(page + 1))}\n\n`
    const { payload, isTruncated } = toKept(text)
    if (payload.length === 0) return 'scannedPdf'
    return {
      kind: 'pdf',
      mediaType: 'application/pdf',
      isTruncated: isTruncated || page < pdf.numPages,
      payload,
    }
  } catch (error) {
    return pdfRefusal(error)
  }
}

/** Opens a PDF; nothing that it refers to is fetched. */
export const openPdf = (file: Buffer) =>
  getDocumentProxy(new Uint8Array(file), {
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    verbosity: 0,
  })

export const pdfRefusal = (error: unknown): Refusal =>
  Object(error).name === 'PasswordException' ? 'encryptedPdf' : 'brokenPdf'

const workedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  page.cleanup()
  return text
}
