import { fileURLToPath } from 'node:url'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { REFUSAL_TEXTS, TOO_MUCH } from '../reading/read-file.ts'
import { runWorker } from '../run-worker.ts'
import type { CutPassage } from './cut-passages.ts'
import { Ended, Heard, PassageLine, type ReadAs, type SourceRefusal } from './outcome.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** One process beside those that read attachments. */
const enqueue = limitConcurrency(1)
/** For a book of 1,500 pages with pictures; the pictures are not decoded. */
const ALLOWANCE = { heapMegabytes: 512, memoryMegabytes: 1_024, processorMs: 120_000 }
const TIMEOUT_MS = 300_000
const MAX_OUTPUT_BYTES = 96 * 1024 * 1024

const figure = (value: number) => value.toLocaleString('pt-BR')

/** Of a page that is not there for everybody. */
export const UNREACHABLE_PAGE =
  'Não conseguimos abrir esta página. Confira o endereço; páginas que pedem senha não são lidas.'

const TEXTS: Record<SourceRefusal, string> = {
  ...REFUSAL_TEXTS,
  unknownKind:
    'Este tipo de arquivo não é aceito. Envie um PDF, um DOCX, um texto (TXT, MD, CSV) ou legendas (SRT, VTT).',
  scannedPdf: 'Não há texto neste PDF: ele parece ser digitalizado. Envie um PDF com texto.',
  emptyPage: 'O texto desta página só aparece no navegador. Copie o texto dela e envie como arquivo.',
  loginPage: UNREACHABLE_PAGE,
  picture: 'Imagens não entram no acervo. Envie um PDF, um DOCX, um texto ou legendas.',
  noSubtitles: 'Não encontramos falas com tempos neste arquivo. Confira se ele é SRT ou VTT.',
  brokenTable: 'Não conseguimos ler esta tabela. Salve de novo como CSV e envie outra vez.',
  tooManyPages: `Este PDF passa de ${figure(COLLECTION_LIMITS.pages)} páginas. Divida em arquivos menores.`,
  tooMuchText: 'O texto deste arquivo é longo demais. Divida em arquivos menores.',
  tooManyPassages: `Este arquivo passa de ${figure(COLLECTION_LIMITS.passagesPerSource)} trechos. Divida em arquivos menores.`,
}

const refused = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { file: text } })

/** Of a process that was killed: out of the machine's memory, out of time on a busy one, or by its own limits. */
const KILLED =
  'A leitura parou antes do fim. Tente de novo; se parar outra vez, envie uma versão mais simples.'

/** VALIDATION_ERROR with the sentence of a refusal. */
export const refuseSource = (refusal: SourceRefusal): AppError => refused(TEXTS[refusal])

type Wanted = {
  bytes: Uint8Array
  /** Its ending decides between kinds of texts. */
  name: string
  /** For a page of the web: the charset of its Content-Type, or ''. */
  charset?: string
  signal: AbortSignal
  /** The text is read, and is being cut. */
  onRead: () => void
}

export type ReadSource = {
  kind: ReadAs
  count: number
  /** Of a PDF: scanned ones, and blank ones. */
  pagesWithoutText: number
  passages: Iterable<CutPassage>
}

/**
 * The passages of a file, read and cut in a confined process of their own; its kind follows from its bytes first.
 * @throws {AppError} VALIDATION_ERROR with a sentence for the person, in `details.file` unless another reading may end
 * otherwise; the signal's reason.
 */
export function readPassages({ bytes, name, charset, signal, onRead }: Wanted): Promise<ReadSource> {
  return enqueue(async () => {
    signal.throwIfAborted()
    const { code, output } = await runWorker({
      program: WORKER,
      args: [name, ...(charset === undefined ? [] : [charset])],
      hasAddons: true,
      input: bytes,
      ...ALLOWANCE,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      signal,
      onOutput: onRead,
    })
    signal.throwIfAborted()
    // Says nothing about the file, so without its field: another reading may end.
    if (code === null) throw new AppError('VALIDATION_ERROR', KILLED)
    if (code !== 0) throw refused(TOO_MUCH)
    return toSource(output)
  })
}

function toSource(output: Buffer): ReadSource {
  const first = output.indexOf('\n')
  const last = output.lastIndexOf('\n', output.length - 2)
  const heard = Heard.parse(JSON.parse(output.toString('utf8', 0, first)))
  if ('refusal' in heard) throw refused(TEXTS[heard.refusal])
  const ended = Ended.parse(JSON.parse(output.toString('utf8', last + 1)))
  if ('refusal' in ended) throw refused(TEXTS[ended.refusal])
  const { passages: count, pagesWithoutText } = ended
  return { kind: heard.kind, count, pagesWithoutText, passages: linesOf(output, first + 1, last) }
}

/** Parsed one by one, since all of them would hold up the process. */
function* linesOf(output: Buffer, from: number, to: number): Generator<CutPassage> {
  for (let at = from; at < to; ) {
    const end = output.indexOf('\n', at)
    yield PassageLine.parse(JSON.parse(output.toString('utf8', at, end)))
    at = end + 1
  }
}
