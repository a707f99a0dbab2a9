import { z } from 'zod'

/** What a chat or a document can be taken away as. */
export const ExportFormat = z.enum(['md', 'docx', 'pdf'], 'Formato inválido')
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportQuery = z.strictObject({ format: ExportFormat })
