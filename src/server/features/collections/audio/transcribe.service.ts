import { type Segment, TranscriptionError } from '../../../ai/transcription/transcriber.ts'
import type { Deps } from '../../../deps.ts'
import { audioTypeOf } from '../../../files/reading/audio.ts'
import { AppError } from '../../../http/errors.ts'
import type { SourceRow } from '../sources.queries.ts'
import { findTranscript, keepTranscript, mayTranscribe, readAudioUse } from './transcripts.queries.ts'

type Parts = Pick<Deps, 'db' | 'budget' | 'transcriber' | 'log'>
type Wanted = {
  source: SourceRow
  /** The file of the source. */
  readFile: () => Promise<Uint8Array>
  signal: AbortSignal
  onTranscribing: () => Promise<void>
}

const NOT_OFFERED =
  'Este Elenco não transcreve áudio. Envie a transcrição da aula como texto ou como legendas (SRT ou VTT).'
const OWN_KEY_ONLY =
  'Com a sua própria chave em uso, o áudio não sai para a transcrição da casa. Em Credenciais, permita usar a da casa, ou envie a transcrição como texto ou legendas.'
const DAY_REACHED =
  'O limite de áudio transcrito por dia foi atingido. Amanhã é só tentar de novo: o arquivo fica guardado.'
const BUDGET_REACHED =
  'O Elenco chegou ao limite de hoje e volta a transcrever à meia-noite, pelo horário de Brasília. Tente de novo depois.'
const NO_SPEECH = 'Não ouvimos nenhuma fala neste áudio. Confira a gravação e tente de novo.'
const DAMAGED =
  'Não conseguimos transcrever este áudio: ele parece danificado. Confira se ele toca inteiro, e tente de novo ou envie outro arquivo.'

const NO_ANSWER = 'O serviço de transcrição não respondeu a tempo. Tente de novo em alguns minutos.'
const TEXTS: Partial<Record<TranscriptionError['code'], string>> = {
  provider_rate: 'O serviço de transcrição está ocupado agora. Tente de novo em alguns minutos.',
  provider_auth: 'O serviço de transcrição não aceitou a chave deste Elenco. Tente de novo mais tarde.',
  provider_refused: DAMAGED,
  filtered: 'O serviço de transcrição recusou o conteúdo deste áudio. Tente de novo, ou envie a transcrição.',
  invalid: 'O serviço de transcrição não disse os minutos das falas. Tente de novo mais tarde.',
}

const paidBy = ({ ownerId, id }: SourceRow) => ({ ownerId, sourceId: id })

const failed = (text: string) => new AppError('VALIDATION_ERROR', text)

/** VALIDATION_ERROR for audio that is sent where none is transcribed. */
export const audioRefused = (): AppError =>
  new AppError('VALIDATION_ERROR', NOT_OFFERED, { details: { file: NOT_OFFERED } })

/**
 * The transcript of an audio as WebVTT: the one that is kept, or a new one, which is counted and kept at once.
 * @throws {AppError} VALIDATION_ERROR with a sentence for the person; the signal's reason.
 */
export async function readTranscript(parts: Parts, wanted: Wanted): Promise<string> {
  const { db, transcriber } = parts
  const { source, signal } = wanted
  const kept = await findTranscript(db, { sourceId: source.id })
  if (kept !== undefined) return kept
  if (!transcriber) throw failed(NOT_OFFERED)
  if (!(await mayTranscribe(db, source))) throw failed(OWN_KEY_ONLY)
  const use = await readAudioUse(db, source)
  if (use.used >= use.limit) throw failed(DAY_REACHED)
  const audio = await wanted.readFile()
  const mediaType = audioTypeOf(audio)
  if (mediaType === undefined) throw failed(DAMAGED)
  await wanted.onTranscribing()
  if (!(await parts.budget.take())) throw failed(BUDGET_REACHED)
  const { segments, seconds } = await transcriber
    .transcribe(audio, { mediaType, signal })
    .catch(async (error: unknown) => {
      const isKnown = error instanceof TranscriptionError
      if (isKnown && error.paidSeconds > 0) {
        await keepTranscript(db, { ...paidBy(source), seconds: error.paidSeconds, text: undefined })
      } else parts.budget.giveBack()
      if (!isKnown) throw error
      parts.log.warn({ sourceId: source.id, code: error.code }, 'an audio could not be transcribed')
      throw failed(TEXTS[error.code] ?? NO_ANSWER)
    })
  const text = toVtt(segments)
  await keepTranscript(db, { ...paidBy(source), seconds, text })
  if (text === undefined) throw failed(NO_SPEECH)
  return text
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const two = (value: number) => String(value).padStart(2, '0')

/** `hh:mm:ss.000` */
function timeOf(second: number): string {
  const whole = Math.max(0, Math.floor(second))
  return `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.000`
}

/** Segments as the cues of WebVTT, on one line each, so that no spoken text is read as a time; undefined without words. */
function toVtt(segments: readonly Segment[]): string | undefined {
  const cues = segments.flatMap(({ text, startSecond }) => {
    const said = text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
      .trim()
    return said === '' ? [] : [`${timeOf(startSecond)} --> ${timeOf(startSecond)}\n${said}`]
  })
  return cues.length === 0 ? undefined : ['WEBVTT', ...cues].join('\n\n')
}
