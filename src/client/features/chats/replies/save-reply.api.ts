import { request } from '#client/lib/http/http-client.ts'
import type { CreateDocument, Document } from '#shared/contract/documents.ts'

/** Keeps a text as a new document. @throws {ApiError} */
export const saveDocument = (body: CreateDocument): Promise<Document> =>
  request<Document>('POST', '/documents', { body })
