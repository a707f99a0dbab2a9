import type { Deps } from '../../deps.ts'
import { admitUpload, type SentFile, withFileInMemory } from '../../files/arriving.ts'
import { readPage, readSentFile } from '../../files/reading/read-file.ts'
import { RemoteError, type RemoteFile } from '../../files/remote-fetch.ts'
import { remoteKindOf } from '../../files/remote-page.ts'
import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'

export type SourceText = { text: string; isTruncated: boolean }

const TEXTS: Record<RemoteError['reason'], string> = {
  refused: 'Este endereço não pode ser lido. Use o de uma página pública, que comece com https://.',
  unreachable: 'Não conseguimos abrir esta página. Confira o endereço, ou copie o texto dela e cole aqui.',
  'too-large': 'Esta página é grande demais. Copie o texto dela e cole aqui.',
}
const NOT_A_PAGE = 'Este endereço não é de uma página nem de um PDF.'
const NOT_A_TEXT = 'Envie um PDF, um DOCX ou um texto (TXT, MD).'
const NO_TEXT = 'Não há texto neste PDF: ele parece ser digitalizado. Copie o que ele diz e cole aqui.'

const refusal = (field: 'address' | 'file', text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/** Pages that arrive or are read in this process: each may hold 5 MB, and arrive for 10 seconds. */
const MAX_PAGES = 8
const inPageTurn = limitConcurrency(MAX_PAGES)

type Wanted = { address: string; userId: string; signal: AbortSignal }

/**
 * The text of a page, PDF or text file on the web. It counts as an upload of the user. A slow site holds no place
 * of the files in memory.
 * @throws {AppError} VALIDATION_ERROR for the field `address`; RATE_LIMITED, UNAVAILABLE as an upload.
 */
export const readAddress = (
  { fetchRemotePage }: Pick<Deps, 'fetchRemotePage'>,
  { address, userId, signal }: Wanted,
): Promise<SourceText> =>
  admitUpload(userId, 0, () =>
    inPageTurn(async () => {
      const file = await fetchRemotePage(address, { signal }).catch((error) => {
        if (signal.aborted) throw gone()
        throw error instanceof RemoteError ? refusal('address', TEXTS[error.reason]) : error
      })
      return withFileInMemory(() => readRemote(file)).catch((error) => {
        throw error instanceof AppError && error.details?.file ? refusal('address', error.message) : error
      })
    }),
  )

/** Nobody reads it. */
const gone = () => new AppError('UNAVAILABLE', TEXTS.unreachable)

async function readRemote({ bytes, type }: RemoteFile): Promise<SourceText> {
  const kind = remoteKindOf(type)
  if (kind === undefined) throw refusal('address', NOT_A_PAGE)
  if (kind !== 'file') return toText(await readPage(bytes, kind.charset))
  return readFileText({ bytes }, NOT_A_PAGE)
}

/** The text of a sent PDF, DOCX or text file. @throws {AppError} VALIDATION_ERROR for the field `file`. */
export async function readFileText(
  { bytes }: Pick<SentFile, 'bytes'>,
  otherKind = NOT_A_TEXT,
): Promise<SourceText> {
  const reading = await readSentFile(bytes, { scannedPdf: NO_TEXT, unknownKind: otherKind })
  if (reading.kind === 'image') throw refusal('file', otherKind)
  return toText(reading)
}

const toText = ({ payload, isTruncated }: { payload: Uint8Array; isTruncated: boolean }): SourceText => ({
  text: Buffer.from(payload).toString(),
  isTruncated,
})
