import type { SourceKind } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { type ReadSource, readPassages, UNREACHABLE_PAGE } from '../../files/passages/read-passages.ts'
import { RemoteError } from '../../files/remote-fetch.ts'
import { remoteKindOf } from '../../files/remote-page.ts'
import { AppError } from '../../http/errors.ts'
import { findDocument } from '../documents/documents.queries.ts'
import { readTranscript } from './audio/transcribe.service.ts'
import { userOf } from './collections.queries.ts'
import type { SourceRow } from './sources.queries.ts'

type Parts = Pick<Deps, 'db' | 'files' | 'fetchRemotePage' | 'budget' | 'transcriber' | 'log'>
/** `file` is the source itself, or the row with the new version of its file. */
type Wanted = {
  source: SourceRow
  file: SourceRow
  signal: AbortSignal
  onTranscribing: () => Promise<void>
  onRead: () => void
}
type Read = Omit<ReadSource, 'kind'> & { kind: SourceKind; bytes: number }

const PAGE_TEXTS: Record<RemoteError['reason'], string> = {
  refused: 'Este endereço não pode ser lido. Use o de uma página pública, que comece com https://.',
  unreachable: UNREACHABLE_PAGE,
  'too-large': 'Esta página é grande demais. Copie o texto dela e envie como arquivo.',
}
const NOT_A_PAGE = 'Este endereço não é de uma página nem de um PDF.'
const NO_FILE = 'O arquivo desta fonte não está mais guardado. Exclua a fonte e envie de novo.'
const NO_DOCUMENT = 'Este documento foi excluído. Os trechos que já estavam aqui continuam.'

const refused = (text: string) => new AppError('VALIDATION_ERROR', text)

/** The passages of a source. @throws {AppError} VALIDATION_ERROR with a sentence for the person. */
export async function readSource(
  parts: Parts,
  { source, file, signal, onTranscribing, onRead }: Wanted,
): Promise<Read> {
  const { kind } = source
  if (kind === 'page') {
    const { bytes, charset } = await fetchPage(parts, source, signal)
    // The page itself is not stored.
    const read = await readPassages({
      bytes,
      name: 'pagina',
      ...(charset !== undefined && { charset }),
      signal,
      onRead,
    })
    return { ...read, kind, bytes: 0 }
  }
  if (kind === 'document') {
    const { documentId } = source
    const userId = userOf(source)
    const document = documentId && userId ? await findDocument(parts.db, { documentId, userId }) : undefined
    if (!document) throw refused(NO_DOCUMENT)
    const bytes = Buffer.from(document.body)
    return { ...(await readPassages({ bytes, name: 'documento.md', signal, onRead })), kind, bytes: 0 }
  }
  const readFile = async () => {
    const bytes = file.key === null ? undefined : await parts.files.read(file.key)
    if (!bytes) throw new AppError('VALIDATION_ERROR', NO_FILE, { details: { file: NO_FILE } })
    return bytes
  }
  if (file.kind === 'audio') {
    const text = await readTranscript(parts, { source: file, readFile, signal, onTranscribing })
    const read = await readPassages({ bytes: Buffer.from(text), name: 'falas.vtt', signal, onRead })
    return { ...read, kind: file.kind, bytes: file.bytes }
  }
  const bytes = await readFile()
  // The kind by the sent name; the person may have renamed the source.
  const read = await readPassages({ bytes, name: `fonte.${file.kind}`, signal, onRead })
  if (read.kind === 'page') throw new Error('a file was read as a page')
  return { ...read, kind: read.kind, bytes: bytes.length }
}

async function fetchPage(
  { fetchRemotePage }: Parts,
  { address }: SourceRow,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; charset?: string }> {
  const { bytes, type } = await fetchRemotePage(address ?? '', { signal }).catch((error) => {
    throw error instanceof RemoteError ? refused(PAGE_TEXTS[error.reason]) : error
  })
  const kind = remoteKindOf(type)
  if (kind === undefined) throw refused(NOT_A_PAGE)
  return kind === 'file' ? { bytes } : { bytes, charset: kind.charset }
}
