import { formatBytes } from '#client/lib/text/format.ts'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import type { Source, SourceKind } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'

export const KIND_NAMES: Record<SourceKind, string> = {
  pdf: 'PDF',
  docx: 'DOCX',
  txt: 'Texto',
  md: 'Markdown',
  csv: 'Tabela',
  srt: 'Legendas',
  vtt: 'Legendas',
  audio: 'Áudio',
  page: 'Página',
  document: 'Documento',
}

/** Subtitles: their passages have minutes. */
export const hasMinutes = (kind: SourceKind): boolean => kind === 'srt' || kind === 'vtt'

const MEGABYTES = COLLECTION_LIMITS.sourceBytes / 1024 / 1024

const figure = (value: number) => value.toLocaleString('pt-BR')

/** A number of passages in words. */
export const passagesText = (count: number): string => (count === 1 ? '1 trecho' : `${figure(count)} trechos`)

/** Pages of a PDF on which no text was found, in words: nothing tells a blank page from a picture of a text. */
export function textlessText(pages: number): string {
  if (pages === 1) return '1 página sem texto (em branco ou digitalizada)'
  return `${figure(pages)} páginas sem texto (em branco ou digitalizadas)`
}

/** How much a search found. */
export const foundText = (count: number): string =>
  `${passagesText(count)} ${count === 1 ? 'achado' : 'achados'}`

/** Sources, passages and bytes in words, of a collection or of several together. */
export function figuresText({
  sources,
  passages,
  bytes,
}: Pick<Collection, 'sources' | 'passages' | 'bytes'>): string {
  if (sources === 0) return 'Vazia'
  const parts = [sources === 1 ? '1 fonte' : `${figure(sources)} fontes`, passagesText(passages)]
  return [...parts, ...(bytes > 0 ? [formatBytes(bytes)] : [])].join(' · ')
}

type Meaning = Pick<Collections, 'passages' | 'meant'>

/** Some passages are found by words only, for now. */
export const isMeaningPending = ({ passages, meant }: Meaning): boolean =>
  meant !== null && meant < passages.used

/** How the search finds; undefined when it finds everything by words and by meaning. */
export function meaningText(collections: Meaning): string | undefined {
  const { passages, meant } = collections
  if (meant === null) return 'A busca acha palavras, não significados: use as que estão no texto.'
  if (!isMeaningPending(collections)) return undefined
  return `Pelo sentido, a busca já acha ${figure(meant)} de ${passagesText(passages.used)}. Por palavras, acha todos.`
}

/** What happens to a source now. */
export function stateText({ state, progress, passages, pagesWithoutText, failure }: Source): string {
  if (state === 'queued') return 'Na fila'
  if (state === 'reading') return 'Lendo…'
  if (state === 'transcribing') return 'Transcrevendo… pode levar alguns minutos'
  if (state === 'splitting') return 'Dividindo em trechos…'
  if (state === 'indexing') return `Indexando ${figure(progress.done)} de ${figure(progress.total)}`
  if (state === 'ready') {
    const found = passagesText(passages)
    return pagesWithoutText > 0 ? `${found} · ${textlessText(pagesWithoutText)}` : found
  }
  return failure ?? 'Não conseguimos ler esta fonte.'
}

const NO_AUDIO =
  'Áudio não é transcrito na sua conta. Envie a transcrição da aula como texto ou como legendas (SRT ou VTT).'
const ENDINGS = ['pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt']
const AUDIO_ENDINGS = ['mp3', 'm4a', 'wav', 'webm', 'ogg']

/** Endings of files that may be sent. */
const endingsOf = (hasAudio: boolean) => (hasAudio ? [...ENDINGS, ...AUDIO_ENDINGS] : ENDINGS)

/** `accept` of a file input. */
export const acceptOf = (hasAudio: boolean) =>
  endingsOf(hasAudio)
    .map((ending) => `.${ending}`)
    .join()

const LIST = new Intl.ListFormat('pt-BR', { type: 'disjunction' })
/** The kinds of files in words. */
const kindsText = (hasAudio: boolean) =>
  LIST.format(endingsOf(hasAudio).map((ending) => ending.toUpperCase()))

/** The files that may be sent, in words. */
export const acceptedText = (hasAudio: boolean) => `${kindsText(hasAudio)}, até ${MEGABYTES} MB cada`

/** How much audio is transcribed in a day. */
export function audioText({ used, limit }: NonNullable<Collections['audio']>): string {
  const hours = `${figure(limit / 3_600)} horas`
  if (used === 0) return `Áudio é transcrito, com os minutos: até ${hours} por dia.`
  const minutes = Math.ceil(used / 60)
  const done = minutes === 1 ? '1 minuto' : `${figure(minutes)} minutos`
  return used < limit
    ? `Áudio transcrito hoje: ${done}, de até ${hours} por dia.`
    : `O limite de ${hours} de áudio por dia foi atingido: amanhã dá para transcrever mais.`
}

/** Why a file is not sent; undefined if it may be. The server decides by the bytes. */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  hasAudio: boolean,
): string | undefined {
  if (size === 0) return 'Este arquivo está vazio.'
  if (size > COLLECTION_LIMITS.sourceBytes) {
    return `O arquivo passa de ${MEGABYTES} MB. Divida em arquivos menores.`
  }
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (endingsOf(hasAudio).includes(ending)) return undefined
  if (AUDIO_ENDINGS.includes(ending)) return NO_AUDIO
  return `Este tipo de arquivo não é aceito. Envie ${kindsText(hasAudio)}.`
}
