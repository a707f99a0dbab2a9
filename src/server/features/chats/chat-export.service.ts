import type { ExportFormat } from '#shared/contract/exports.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { chatHead, messagePart } from '../../documents/chat-document.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { withExportLock } from '../../documents/export-lock.ts'
import { MEDIA_TYPES, makeDocument } from '../../documents/make-document.ts'
import { markdownHead, markdownPart } from '../../documents/markdown.ts'
import { AppError } from '../../http/errors.ts'
import { listMessages } from '../messages/messages.queries.ts'
import { getChat } from './chats.queries.ts'

/** Messages that one question reads. */
const PAGE = 200
/** What is held in memory of one chat, in characters; the copy of all one's data has no such limit. */
const MAX_LENGTH = 30_000_000

type Exported = { name: string; type: string; file: Uint8Array }
type Wanted = { chatId: string; userId: string; format: ExportFormat }

/**
 * The active branch of a chat as a file; one at a time for each person.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED while another one is made in this process, PAYLOAD_TOO_LARGE, UNAVAILABLE.
 */
export async function exportChat(db: Db, wanted: Wanted): Promise<Exported> {
  const { userId } = wanted
  // Whose it is comes first, so that nobody learns anything else about somebody else's.
  await getChat(db, wanted)
  return withExportLock(userId, () => makeFile(db, wanted))
}

async function makeFile(db: Db, { format, ...key }: Wanted): Promise<Exported> {
  const chat = await getChat(db, key)
  const agent = chat.agent.name
  const head = chatHead({
    title: chat.title,
    agent,
    origin: chat.origin,
    createdAt: new Date(chat.createdAt),
    archivedAt: chat.archivedAt ? new Date(chat.archivedAt) : null,
    deletedAt: null,
  })
  const parts = (await readBranch(db, key)).map((message) =>
    messagePart({ ...message, createdAt: new Date(message.createdAt), deletedAt: null }, agent),
  )
  const file =
    format === 'md'
      ? Buffer.from(markdownHead(head) + parts.map(markdownPart).join(''))
      : await makeDocument({ ...head, parts }, format)
  return { name: `${fileName(chat.title)}.${format}`, type: MEDIA_TYPES[format], file }
}

/** All messages of the active branch, oldest first; read page by page from its end. */
async function readBranch(db: Db, key: { chatId: string; userId: string }): Promise<Message[]> {
  const pages: Message[][] = []
  let before: string | undefined
  let length = 0
  do {
    const page = await listMessages(db, { ...key, before, limit: PAGE })
    length = page.reduce((sum, { content }) => sum + content.length, length)
    if (length > MAX_LENGTH) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'Esta conversa é longa demais para um arquivo só. Baixe a cópia dos seus dados, no perfil: ela está lá inteira.',
      )
    }
    pages.unshift(page)
    before = page.length === PAGE ? page[0]?.id : undefined
  } while (before)
  return pages.flat()
}
