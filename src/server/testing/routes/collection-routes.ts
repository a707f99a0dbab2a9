import { randomUUID } from 'node:crypto'
import { imageForm } from '../factories/images.ts'
import { CREATED, OWNER, type Row, SIGNED_IN, type Target } from './route-row.ts'

const OWN_CREATED = [401, 201, 404, 403, 404] as const

/** The routes of collections and their sources. */
export const COLLECTION_ROUTES: Record<string, Row> = {
  'GET /api/v1/collections': { expected: SIGNED_IN },
  'POST /api/v1/collections': { expected: CREATED, body: () => ({ name: 'Aulas', description: 'Do curso' }) },
  'GET /api/v1/collections/choices': { expected: SIGNED_IN, query: '?q=aulas' },
  'GET /api/v1/collections/search': { expected: SIGNED_IN, query: '?q=reembolso', isOneAtATime: true },
  'PATCH /api/v1/collections/{collectionId}': { expected: OWNER, body: () => ({ name: 'Outro nome' }) },
  'DELETE /api/v1/collections/{collectionId}': { expected: OWNER },
  'GET /api/v1/collections/{collectionId}/sources': { expected: OWNER },
  'POST /api/v1/collections/{collectionId}/sources/file': {
    expected: OWN_CREATED,
    body: () => imageForm(Buffer.from('Garantia de sete dias.'), 'garantia.txt', 'text/plain'),
    sendsForm: true,
  },
  'POST /api/v1/collections/{collectionId}/sources/page': {
    expected: OWN_CREATED,
    body: () => ({ address: 'https://exemplo.com.br/pagina' }),
  },
  // With the owner's document.
  'POST /api/v1/collections/{collectionId}/sources/document': {
    expected: OWN_CREATED,
    body: ({ documentId = randomUUID() }: Target) => ({ documentId }),
  },
  'PATCH /api/v1/sources/{sourceId}': { expected: OWNER, body: () => ({ name: 'Outro nome' }) },
  'POST /api/v1/sources/{sourceId}/read': { expected: OWNER },
  'DELETE /api/v1/sources/{sourceId}': { expected: OWNER },
}
