import { z } from 'zod'
import * as mini from 'zod/mini'
import { COLLECTION_LIMITS } from '../limits-collections.ts'
import { assetName } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'
import { TextPart } from './text-parts.ts'

const { addressLength, passagesPerSource, questionLength } = COLLECTION_LIMITS

/** `page` is read from its address, `document` from the person's own document; the others are sent files. */
export const SourceKind = mini.enum([
  ...(['pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'audio', 'page', 'document'] as const),
])
export type SourceKind = mini.infer<typeof SourceKind>

/** In their order, `transcribing` for audio only; `failed` may follow each but `ready`. */
export const SourceState = mini.enum([
  ...(['queued', 'reading', 'transcribing', 'splitting', 'indexing', 'ready', 'failed'] as const),
])
export type SourceState = mini.infer<typeof SourceState>

/** A file, page or document whose passages a search finds. */
export const Source = z.object({
  id: Id,
  collectionId: Id,
  name: z.string(),
  kind: SourceKind,
  /** Of a page. */
  address: z.string().nullable(),
  documentId: z.nullable(Id),
  /** The tutorial whose video has these subtitles; null but for sources of the house. */
  tutorialId: z.nullable(Id),
  bytes: z.int().min(0),
  state: SourceState,
  /** Passages that are stored, of those that the reading found; both 0 before. */
  progress: z.object({ done: z.int().min(0), total: z.int().min(0) }),
  /** A sentence for the person; null unless it failed. */
  failure: z.string().nullable(),
  /** Another reading may succeed; false for a file that is refused as it is. */
  canRetry: z.boolean(),
  /** Passages that a search finds: those of the last version that was read whole. */
  passages: z.int().min(0),
  /** Pages of that version, a PDF, on which no text was found: scanned ones, and blank ones. */
  pagesWithoutText: z.int().min(0),
  /** Versions that were read whole; 0 before the first one. */
  version: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Source = z.infer<typeof Source>

export const SourcesPage = pageOf(Source)
export type SourcesPage = z.infer<typeof SourcesPage>

export const SourceParams = z.object({ sourceId: Id })

const ADDRESS_TEXT = 'Use o endereço de uma página pública, que comece com https://'
const isAddress = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'
const address = mini.string({ error: ADDRESS_TEXT }).check(
  mini.trim(),
  mini.overwrite((text) => (text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`)),
  mini.maxLength(addressLength, 'O endereço é longo demais'),
  mini.refine(isAddress, ADDRESS_TEXT),
)

/** A page by its address. */
export const CreatePageSource = z.strictObject({ address })
export type CreatePageSource = z.infer<typeof CreatePageSource>

export const PageSourceForm = mini.object({ address })
export type PageSourceForm = mini.infer<typeof PageSourceForm>

/** One of the person's own documents. */
export const CreateDocumentSource = z.strictObject({ documentId: Id })
export type CreateDocumentSource = z.infer<typeof CreateDocumentSource>

/** One of the person's attachments. */
export const CreateAttachmentSource = z.strictObject({ attachmentId: Id })
export type CreateAttachmentSource = z.infer<typeof CreateAttachmentSource>

const name = assetName('Nome é obrigatório')
export const UpdateSource = z.strictObject({ name })
export type UpdateSource = z.infer<typeof UpdateSource>

export const TUTORIAL_REFUSED = 'Tutorial não encontrado'
/** `tutorialId` links subtitles to the tutorial whose video has them. */
export const UpdateHouseSource = z
  .strictObject({ name, tutorialId: z.nullable(idWith(TUTORIAL_REFUSED)) })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateHouseSource = z.infer<typeof UpdateHouseSource>

export const SourceTutorialForm = mini.object({ tutorialId: mini.nullable(idWith(TUTORIAL_REFUSED)) })
export type SourceTutorialForm = mini.infer<typeof SourceTutorialForm>

/** With `view`, a browser shows a PDF instead of downloading it. */
export const SourceFileQuery = z.strictObject({
  view: z.stringbool({ error: 'Valor inválido' }).default(false),
})

export const SourceForm = mini.object({ name })
export type SourceForm = mini.infer<typeof SourceForm>

/** The place of a passage in its source; each is null where the kind of source has none. */
export const PassagePlace = z.object({
  page: z.int().min(1).nullable(),
  /** The headings above it, from the outermost. */
  headings: z.array(z.string()),
  startSecond: z.int().min(0).nullable(),
})
export type PassagePlace = z.infer<typeof PassagePlace>

/** A passage that a search found, the best first. */
export const FoundPassage = PassagePlace.extend({
  id: Id,
  source: z.object({ id: Id, collectionId: Id, name: z.string(), kind: SourceKind }),
  /** From 0 within its source. */
  position: z.int().min(0),
  /** An excerpt with the found words. */
  snippet: z.array(TextPart),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/** From which passage a source is read. */
export const SourcePassagesQuery = z.strictObject({
  from: z.coerce
    .number({ error: 'Trecho inválido' })
    .int('Trecho inválido')
    .min(0, 'Trecho inválido')
    .max(passagesPerSource, 'Trecho inválido')
    .default(0),
})
export type SourcePassagesQuery = z.infer<typeof SourcePassagesQuery>

/** A source as it is searched: some of its passages, in their order. */
export const SourcePassages = z.object({
  source: Source.pick({
    id: true,
    collectionId: true,
    name: true,
    kind: true,
    address: true,
    passages: true,
    pagesWithoutText: true,
  }),
  items: z.array(PassagePlace.extend({ position: z.int().min(0), text: z.string() })),
})
export type SourcePassages = z.infer<typeof SourcePassages>

const NO_QUESTION = 'Escreva o que buscar'
const TOO_LONG = `A busca passa de ${questionLength} caracteres`
/** Searches the person's sources, of one collection or all. */
export const PassagesQuery = z.strictObject({
  q: z
    .string(NO_QUESTION)
    .trim()
    .min(1, NO_QUESTION)
    .max(questionLength, TOO_LONG)
    .refine(hasNoNul, NUL_TEXT),
  collectionId: z.optional(Id),
  limit: z.coerce
    .number({ error: 'Limite inválido' })
    .int('Limite inválido')
    .min(1, 'Limite inválido')
    .max(50, 'Limite inválido')
    .default(20),
})
export type PassagesQuery = z.infer<typeof PassagesQuery>

export const FoundPassages = z.object({ items: z.array(FoundPassage) })
export type FoundPassages = z.infer<typeof FoundPassages>
