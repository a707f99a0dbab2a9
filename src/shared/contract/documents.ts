import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { documentLength } = LIMITS
const TOO_LONG = `O texto passa de ${documentLength.toLocaleString('pt-BR')} caracteres`

const title = assetName('Título é obrigatório')
/** Markdown. */
const body = mini.string({ error: 'O texto é obrigatório' }).check(
  mini.refine((text) => text.trim() !== '', 'O texto é obrigatório'),
  mini.maxLength(documentLength, TOO_LONG),
  mini.refine(hasNoNul, NUL_TEXT),
)

const fields = { title, body }

/** Idempotent by `id`: the same id, title and text of the same user answer the same document. */
export const CreateDocument = z.strictObject(fields).extend({
  id: z.optional(Id),
  /** The own message that the document comes from. */
  messageId: z.optional(Id),
})
export type CreateDocument = z.infer<typeof CreateDocument>

export const DocumentForm = mini.object(fields)
export type DocumentForm = mini.infer<typeof DocumentForm>

/**
 * `version` is the version that was edited; if it has changed since, the answer is CONFLICT. Each change
 * creates a version.
 */
export const UpdateDocument = z.strictObject({
  title: z.optional(title),
  body: z.optional(body),
  version: z.int().min(1, 'Versão inválida'),
})
export type UpdateDocument = z.infer<typeof UpdateDocument>

export const DocumentSummary = z.object({
  id: Id,
  title: z.string(),
  /** Beginning of the text, without Markdown. */
  excerpt: z.string(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

export const Document = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  version: z.int(),
  /** The reply that the document comes from, while it exists. */
  source: z.object({ chatId: Id, messageId: Id, agentId: Id }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Document = z.infer<typeof Document>

const versionFields = { version: z.int(), title: z.string(), createdAt: Timestamp }

export const DocumentVersion = z.object(versionFields)
export type DocumentVersion = z.infer<typeof DocumentVersion>

export const DocumentVersionText = z.object(versionFields).extend({ body: z.string() })
export type DocumentVersionText = z.infer<typeof DocumentVersionText>

export const DocumentsPage = pageOf(DocumentSummary)
export type DocumentsPage = z.infer<typeof DocumentsPage>

export const DocumentParams = z.object({ documentId: Id })
export const DocumentVersionParams = z.object({
  documentId: Id,
  version: z.coerce
    .number({ error: 'Versão inválida' })
    .int('Versão inválida')
    .min(1, 'Versão inválida')
    .max(1_000_000, 'Versão inválida'),
})
