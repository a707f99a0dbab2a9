import { fileURLToPath } from 'node:url'
import { LIMITS } from '#shared/limits.ts'
import { runWorker } from '../../../files/run-worker.ts'
import { AppError } from '../../../http/errors.ts'
import { limitConcurrency } from '../../../http/limit-concurrency.ts'
import { Outcome, type Reading, type Refusal } from './outcome.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
/** The real directory of the packages; node_modules may be a symbolic link. */
const PACKAGES = fileURLToPath(import.meta.resolve('sharp')).replace(/(node_modules)[\\/].*$/, '$1')
const AT_ONCE = 2
/** Wall clock. The process limits its own processor time; a busy machine makes it wait as well. */
const TIMEOUT_MS = 60_000
/** Far more than an image of this size, or a text of this length, needs. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/** The process can read only our code and the libraries, write nothing, and start no process. */
export const CONFINED = [
  '--max-old-space-size=256',
  '--permission',
  '--allow-worker',
  '--allow-addons',
  ...['src', 'node_modules', 'package.json'].map((name) => `--allow-fs-read=${ROOT}${name}`),
  `--allow-fs-read=${PACKAGES}`,
]

const enqueue = limitConcurrency(AT_ONCE)

const OTHER_KIND =
  'Este tipo de arquivo não é aceito. Envie uma imagem, um PDF, um DOCX ou um texto (TXT, MD, CSV).'

const TEXTS: Record<Refusal, string> = {
  unknownKind: OTHER_KIND,
  svg: 'Imagens SVG não são aceitas. Envie como PNG ou JPEG.',
  heic: 'Não conseguimos abrir esta foto HEIC. Envie como JPEG ou PNG.',
  oldWord:
    'Este documento do Word é de um formato antigo ou tem senha. Salve como DOCX, sem senha, e envie de novo.',
  rtf: 'Arquivos RTF não são aceitos. Salve como DOCX ou PDF e envie de novo.',
  badEncoding: 'Não reconhecemos a codificação deste texto. Salve como UTF-8 e envie de novo.',
  emptyText: 'Este arquivo está vazio.',
  tooManyPixels: `A imagem passa de ${LIMITS.uploadPixels / 1_000_000} megapixels. Escolha uma menor.`,
  brokenImage: 'Não conseguimos ler esta imagem. Tente outra.',
  encryptedPdf: 'Este PDF tem senha. Salve uma cópia sem senha e envie de novo.',
  scannedPdf:
    'Não há texto neste PDF: ele parece ser digitalizado. Envie as páginas como imagens, ou um PDF com texto.',
  brokenPdf: 'Não conseguimos ler este PDF: ele parece estar danificado.',
  emptyDocx: 'Não há texto neste documento.',
  brokenDocx: 'Não conseguimos ler este documento: ele parece estar danificado.',
}
const TOO_MUCH = 'Este arquivo é complexo demais para ser lido aqui. Envie uma versão mais simples.'

const refused = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { file: text } })

/**
 * Reads a file in its own confined process; its type follows from its bytes. Texts are at most
 * `LIMITS.attachmentText` long.
 * @throws {AppError} VALIDATION_ERROR with a message for the field `file`.
 */
export async function readSentFile(file: Uint8Array): Promise<Reading> {
  const { code, output } = await enqueue(() =>
    runWorker({
      program: WORKER,
      nodeOptions: CONFINED,
      input: file,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    }),
  )
  const end = output.indexOf('\n')
  if (code !== 0 || end === -1) throw refused(TOO_MUCH)
  const outcome = Outcome.parse(JSON.parse(output.toString('utf8', 0, end)))
  if ('refusal' in outcome) throw refused(TEXTS[outcome.refusal])
  return { ...outcome, payload: output.subarray(end + 1) }
}
