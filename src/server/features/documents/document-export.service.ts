import type { Document } from '#shared/contract/documents.ts'
import type { ExportFormat } from '#shared/contract/exports.ts'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import { oneLine } from '../../auth/mail/safe-text.ts'
import type { Db } from '../../db/connect.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { withExportLock } from '../../documents/export-lock.ts'
import { MEDIA_TYPES, makeDocument } from '../../documents/make-document.ts'
import { markdownHead, markdownPart } from '../../documents/markdown.ts'
import { readPaperLook } from '../house/house.queries.ts'
import { getDocument, type OwnDocument } from './documents.queries.ts'

type Exported = { name: string; type: string; file: Uint8Array }

/**
 * Exports a document as a file; slow formats are limited to one at a time per user.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED while another export runs in this process, PAYLOAD_TOO_LARGE,
 * UNAVAILABLE.
 */
export async function exportDocument(
  db: Db,
  { format, ...key }: OwnDocument & { format: ExportFormat },
): Promise<Exported> {
  const document = await getDocument(db, key)
  const file =
    format === 'md'
      ? Buffer.from(markdownOf(document))
      : await withExportLock(key.userId, async () =>
          makeDocument({ ...sourceOf(document), house: await readPaperLook(db) }, format),
        )
  return { name: `${fileName(document.title, 'documento')}.${format}`, type: MEDIA_TYPES[format], file }
}

// Drops a heading that repeats the title.
const sourceOf = ({ title, body }: Document) => ({
  title: oneLine(title),
  facts: [],
  parts: [{ markdown: withoutTitle(body, title) }],
})

function markdownOf(document: Document): string {
  const { parts, ...head } = sourceOf(document)
  return `${markdownHead(head).trimEnd()}\n${parts.map(markdownPart).join('')}`
}
