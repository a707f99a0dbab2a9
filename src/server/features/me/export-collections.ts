import type { Deps } from '../../deps.ts'
import { fileName } from '../../documents/export-file-name.ts'
import { sourceEnding, sourceFileName } from '../../files/file-name.ts'
import {
  collectionPages,
  type ExportedSource,
  passagePages,
  sourcePages,
} from './export-collections.queries.ts'
import { type ExportEntry, jsonLines, linesOf } from './export-lines.ts'

type Parts = Pick<Deps, 'db' | 'files'>

/** The user's collections: their lists, and each source with its file and its passages. */
export async function* collectionEntries(
  { db, files }: Parts,
  { userId, signal }: { userId: string; signal: AbortSignal },
): AsyncGenerator<ExportEntry> {
  yield { name: 'colecoes.jsonl', input: linesOf(collectionPages(db, { userId })) }
  yield { name: 'fontes.jsonl', input: sourceLines(db, userId) }
  let number = 0
  for await (const page of sourcePages(db, { userId })) {
    for (const source of page) {
      number += 1
      const [name, lastModified] = [entryName(source, number), source.updatedAt]
      const input = source.key === null ? undefined : await files.stream(source.key, signal)
      if (input) yield { name: `${name}.${sourceEnding(source)}`, lastModified, input }
      const passages = passagePages(db, { source, userId })
      if (source.version > 0) yield { name: `${name}.jsonl`, lastModified, input: linesOf(passages) }
    }
  }
}

/** File name of a source in the export without its ending; numbered, because several may share a name. */
function entryName(source: ExportedSource, number: number): string {
  const stem =
    source.key === null ? source.name : sourceFileName(source).slice(0, -sourceEnding(source).length - 1)
  return `acervo/${String(number).padStart(4, '0')} ${fileName(stem, 'fonte')}`
}

async function* sourceLines(db: Deps['db'], userId: string): AsyncGenerator<string> {
  let number = 0
  for await (const page of sourcePages(db, { userId })) {
    yield jsonLines(
      page.map((source) => {
        number += 1
        const { key, mediaType: _, ...facts } = source
        const file = `${entryName(source, number)}.${sourceEnding(source)}`
        return { file: key === null ? null : file, ...facts }
      }),
    )
  }
}
