import { fileURLToPath } from 'node:url'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { runWorker } from '../run-worker.ts'
import { Outcome, type Reading, type Refusal } from './outcome.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const AT_ONCE = 2
/**
 * Memory for an uncompressed image of 40 megapixels with headroom; time for several of the slowest legitimate
 * files.
 */
const ALLOWANCE = { heapMegabytes: 256, memoryMegabytes: 640, processorMs: 15_000 }
/** Wall clock. The process limits its own processor time; a busy machine makes it wait as well. */
const TIMEOUT_MS = 60_000
/** Far more than an image of this size, or a text of this length, needs. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

const enqueue = limitConcurrency(AT_ONCE)

const OTHER_KIND =
  'Este tipo de arquivo não é aceito. Envie uma imagem, um PDF, um DOCX ou um texto (TXT, MD, CSV).'

/** A sentence for each refusal. */
export const REFUSAL_TEXTS: Record<Refusal, string> = {
  unknownKind: OTHER_KIND,
  svg: 'Imagens SVG não são aceitas. Envie como PNG ou JPEG.',
  heic: 'Não conseguimos abrir esta foto HEIC. Envie como JPEG ou PNG.',
  oldWord:
    'Este documento do Word é de um formato antigo ou tem senha. Salve como DOCX, sem senha, e envie de novo.',
  rtf: 'Arquivos RTF não são aceitos. Salve como DOCX ou PDF e envie de novo.',
  badEncoding: 'Não reconhecemos a codificação deste texto. Salve como UTF-8 e envie de novo.',
  emptyText: 'Este arquivo está vazio.',
  emptyPage: 'O texto desta página só aparece no navegador. Copie o texto dela e cole aqui.',
  tooManyPixels: `A imagem passa de ${SERVER_LIMITS.uploadPixels / 1_000_000} megapixels. Escolha uma menor.`,
  brokenImage: 'Não conseguimos ler esta imagem. Tente outra.',
  encryptedPdf: 'Este PDF tem senha. Salve uma cópia sem senha e envie de novo.',
  scannedPdf:
    'Não há texto neste PDF: ele parece ser digitalizado. Envie as páginas como imagens, ou um PDF com texto.',
  brokenPdf: 'Não conseguimos ler este PDF: ele parece estar danificado.',
  emptyDocx: 'Não há texto neste documento.',
  brokenDocx: 'Não conseguimos ler este documento: ele parece estar danificado.',
}
/** For a file that takes more than its memory or time. */
export const TOO_MUCH = 'Este arquivo é complexo demais para ser lido aqui. Envie uma versão mais simples.'

/** Other messages for some refusals. */
type Texts = Partial<Record<Refusal, string>>

const refused = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { file: text } })

/**
 * Reads a file in its own confined process; its type follows from its bytes. Texts are at most
 * `SERVER_LIMITS.attachmentText` long.
 * @throws {AppError} VALIDATION_ERROR with a message for the field `file`.
 */
export const readSentFile = (file: Uint8Array, texts: Texts = {}): Promise<Reading> => read(file, [], texts)

/**
 * Reads the text of a web page in the same kind of process. `charset` is that of its Content-Type, if any.
 * @throws {AppError} as {@link readSentFile}.
 */
export const readPage = (page: Uint8Array, charset: string): Promise<Reading> =>
  read(page, ['page', charset], {})

async function read(file: Uint8Array, args: readonly string[], texts: Texts): Promise<Reading> {
  const { code, output } = await enqueue(() =>
    runWorker({
      program: WORKER,
      args,
      hasAddons: true,
      input: file,
      ...ALLOWANCE,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    }),
  )
  const end = output.indexOf('\n')
  if (code !== 0 || end === -1) throw refused(TOO_MUCH)
  const outcome = Outcome.parse(JSON.parse(output.toString('utf8', 0, end)))
  if ('refusal' in outcome) throw refused(texts[outcome.refusal] ?? REFUSAL_TEXTS[outcome.refusal])
  return { ...outcome, payload: output.subarray(end + 1) }
}
