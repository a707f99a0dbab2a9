import { citedNumbers } from '../../ai/citations/cited-numbers.ts'
import type { Deps } from '../../deps.ts'
import { chatHead, messagePart } from '../../documents/chat-document.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { markdownHead, markdownPart } from '../../documents/markdown.ts'
import { downloadName } from '../../files/file-name.ts'
import {
  type Account,
  attachmentPages,
  auditPages,
  chatPages,
  type ExportedAttachment,
  type ExportedChat,
  type ExportedMessage,
  messagePages,
} from './export.queries.ts'
import { assetEntries } from './export-assets.ts'
import { listSummaries } from './export-chats.queries.ts'
import { collectionEntries } from './export-collections.ts'
import { type ExportEntry, jsonLines, linesOf } from './export-lines.ts'
import { READ_ME } from './export-text.ts'

/**
 * All data of a user, file by file. Read lazily and page by page, so that a slow reader holds neither memory
 * nor a connection. The signal's abort closes an open file: the ZIP writer does not close what it reads.
 */
export async function* exportEntries(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { userId, account, signal }: { userId: string; account: Account; signal: AbortSignal },
): AsyncGenerator<ExportEntry> {
  yield { name: 'leia-me.txt', input: READ_ME }
  yield { name: 'dados.json', input: `${JSON.stringify(account, null, 2)}\n` }
  yield { name: 'registros.jsonl', input: linesOf(auditPages(db, { userId })) }
  yield { name: 'anexos.jsonl', input: attachmentLines(db, userId) }
  yield* assetEntries(db, { userId })

  let number = 0
  for await (const page of chatPages(db, { userId })) {
    for (const chat of page) {
      number += 1
      const name = `conversas/${String(number).padStart(4, '0')} ${fileName(chat.title)}`
      const lastModified = chat.updatedAt
      yield { name: `${name}.md`, lastModified, input: markdown(db, chat, userId) }
      yield { name: `${name}.jsonl`, lastModified, input: chatLines(db, chat, userId) }
    }
  }
  for (const image of account.uploads) {
    const input = await files.stream(image.name, signal)
    if (input) yield { name: `imagens/${image.name}`, lastModified: image.createdAt, input }
  }

  number = 0
  for await (const page of attachmentPages(db, { userId })) {
    for (const attachment of page) {
      number += 1
      const input = await files.stream(attachment.key, signal)
      if (!input) continue
      yield { name: attachmentName(attachment, number), lastModified: attachment.createdAt, input }
    }
  }
  yield* collectionEntries({ db, files }, { userId, signal })
}

type Db = Deps['db']

/** File name of an attachment in the export; numbered, because several may share a name. */
const attachmentName = (attachment: ExportedAttachment, number: number) => {
  const name = downloadName(attachment)
  const [, stem = name, extension = ''] = /^(.+)(\.[a-z]{1,8})$/i.exec(name) ?? []
  return `anexos/${String(number).padStart(4, '0')} ${fileName(stem)}${extension}`
}

async function* attachmentLines(db: Db, userId: string): AsyncGenerator<string> {
  let number = 0
  for await (const page of attachmentPages(db, { userId })) {
    yield jsonLines(
      page.map(({ key, ...attachment }) => {
        number += 1
        return { file: attachmentName({ key, ...attachment }, number), ...attachment }
      }),
    )
  }
}

async function* markdown(db: Db, chat: ExportedChat, userId: string): AsyncGenerator<string> {
  yield markdownHead(chatHead(chat))
  for await (const rows of messagePages(db, { chatId: chat.id, userId })) {
    yield rows.map((row) => markdownPart(messagePart(withCitations(row), chat.agent))).join('')
  }
}

/** Only the passages that its text cites. */
function withCitations({ passages, ...row }: ExportedMessage) {
  const cited = citedNumbers(row.content)
  return { ...row, citations: passages.filter(({ number }) => cited.has(number)) }
}

/** The chat on the first line, then its messages, then its summaries. */
async function* chatLines(db: Db, chat: ExportedChat, userId: string): AsyncGenerator<string> {
  yield jsonLines([chat])
  yield* linesOf(messagePages(db, { chatId: chat.id, userId }))
  const summaries = await listSummaries(db, { chatId: chat.id, userId })
  if (summaries.length > 0) yield jsonLines(summaries)
}
