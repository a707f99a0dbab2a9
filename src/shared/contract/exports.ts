import { z } from 'zod'

/** Download formats of chats and documents. */
export const ExportFormat = z.enum(['md', 'docx', 'pdf'], 'Formato inválido')
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportQuery = z.strictObject({ format: ExportFormat })
