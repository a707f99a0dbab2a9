import type { ExportFormat } from '#shared/contract/exports.ts'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { oneLine } from '../../auth/mail/safe-text.ts'
import type { Db } from '../../db/connect.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { withExportLock } from '../../documents/export-lock.ts'
import { MEDIA_TYPES, makeDocument } from '../../documents/make-document.ts'
import { markdownHead, markdownPart } from '../../documents/markdown.ts'
import { AppError } from '../../http/errors.ts'
import { getChat } from '../chats/chats.queries.ts'
import { listCited } from '../citations/citations.queries.ts'
import { readPaperLook } from '../house/house.queries.ts'
import type { Owned } from './branches.queries.ts'
import { getMessage } from './messages.queries.ts'

type Exported = { name: string; type: string; file: Uint8Array }

/**
 * Exports one reply as a file under the chat's title; slow formats are limited to one at a time per user.
 * @throws {AppError} NOT_FOUND, CONFLICT for a message without a reply's text, RATE_LIMITED while another export runs
 * in this process, PAYLOAD_TOO_LARGE, UNAVAILABLE.
 */
export async function exportReply(
  db: Db,
  { format, ...key }: Owned & { messageId: string; format: ExportFormat },
): Promise<Exported> {
  const chat = await getChat(db, key)
  const { sender, content } = await getMessage(db, key)
  if (sender !== 'ai' || content.trim() === '') {
    throw new AppError('CONFLICT', 'Só uma resposta com texto pode ser exportada.')
  }
  const title = oneLine(chat.title)
  const head = { title, facts: [`Agente: ${oneLine(chat.agent.name)}`] }
  const citations = await listCited(db, { messageId: key.messageId, content })
  const part = { markdown: withFootnotes(withoutTitle(content, title), citations) }
  const file =
    format === 'md'
      ? Buffer.from(markdownHead(head) + markdownPart(part))
      : await withExportLock(key.userId, async () =>
          makeDocument({ ...head, parts: [part], house: await readPaperLook(db) }, format),
        )
  return { name: `${fileName(title)}.${format}`, type: MEDIA_TYPES[format], file }
}
