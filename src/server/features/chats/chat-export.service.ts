import type { ExportFormat } from '#shared/contract/exports.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { chatHead, messagePart } from '../../documents/chat-document.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { withExportLock } from '../../documents/export-lock.ts'
import { MEDIA_TYPES, makeDocument } from '../../documents/make-document.ts'
import { markdownHead, markdownPart } from '../../documents/markdown.ts'
import { AppError } from '../../http/errors.ts'
import { readPaperLook } from '../house/house.queries.ts'
import { listMessages } from '../messages/messages.queries.ts'
import { getChat } from './chats.queries.ts'

/** Messages per query. */
const PAGE = 200
/** Characters of one chat held in memory; the full data export streams and has no such limit. */
const MAX_LENGTH = 30_000_000

type Exported = { name: string; type: string; file: Uint8Array }
type Wanted = { chatId: string; userId: string; format: ExportFormat }

/**
 * Exports the active branch of a chat as a file; one at a time per user.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED while another export runs in this process, PAYLOAD_TOO_LARGE,
 * UNAVAILABLE.
 */
export async function exportChat(db: Db, wanted: Wanted): Promise<Exported> {
  const { userId } = wanted
  // Ownership is checked first, so that other errors reveal nothing about another user's chat.
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
      : await makeDocument({ ...head, parts, house: await readPaperLook(db) }, format)
  return { name: `${fileName(chat.title)}.${format}`, type: MEDIA_TYPES[format], file }
}

/** All messages of the active branch, oldest first; read in pages from the newest. */
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
