import type { Deps } from '../../deps.ts'
import { fileName } from '../../documents/export-file-name.ts'
import {
  brandPages,
  documentPages,
  type ExportedDocument,
  offerPages,
  productPages,
  readDocumentText,
  reviewNotePages,
  versionPages,
  voiceEditPages,
  voicePages,
} from './export-assets.queries.ts'
import { type ExportEntry, jsonLines, linesOf } from './export-lines.ts'

type Db = Deps['db']

/** The user's business data, file by file. */
export async function* assetEntries(db: Db, { userId }: { userId: string }): AsyncGenerator<ExportEntry> {
  yield { name: 'produtos.jsonl', input: linesOf(productPages(db, { userId })) }
  yield { name: 'marcas.jsonl', input: linesOf(brandPages(db, { userId })) }
  yield { name: 'vozes.jsonl', input: linesOf(voicePages(db, { userId })) }
  yield { name: 'edicoes-de-voz.jsonl', input: linesOf(voiceEditPages(db, { userId })) }
  yield { name: 'ofertas.jsonl', input: linesOf(offerPages(db, { userId })) }
  yield { name: 'revisoes.jsonl', input: linesOf(reviewNotePages(db, { userId })) }

  let number = 0
  for await (const page of documentPages(db, { userId })) {
    for (const document of page) {
      number += 1
      const name = `documentos/${String(number).padStart(4, '0')} ${fileName(document.title, 'documento')}`
      const lastModified = document.updatedAt
      yield { name: `${name}.md`, lastModified, input: documentText(db, document, userId) }
      yield { name: `${name}.jsonl`, lastModified, input: documentLines(db, document, userId) }
    }
  }
}

async function* documentText(db: Db, { id }: ExportedDocument, userId: string): AsyncGenerator<string> {
  const text = await readDocumentText(db, { documentId: id, userId })
  if (text) yield text
}

/** The document on the first line, then its versions. */
async function* documentLines(db: Db, document: ExportedDocument, userId: string): AsyncGenerator<string> {
  yield jsonLines([document])
  yield* linesOf(versionPages(db, { documentId: document.id, userId }))
}
