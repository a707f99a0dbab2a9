import { randomUUID } from 'node:crypto'
import { imageForm } from '../factories/images.ts'
import { ADMIN, CREATED, NOT_THERE, OWNER, type Row, SIGNED_IN, type Target } from './route-row.ts'

const OWN_CREATED = [401, 201, 404, 403, 404] as const

/** The routes of collections and their sources. */
export const COLLECTION_ROUTES: Record<string, Row> = {
  'GET /api/v1/collections': { expected: SIGNED_IN },
  'POST /api/v1/collections': { expected: CREATED, body: () => ({ name: 'Aulas', description: 'Do curso' }) },
  'GET /api/v1/collections/choices': { expected: SIGNED_IN, query: '?q=aulas' },
  'GET /api/v1/collections/readable': {
    expected: SIGNED_IN,
    query: `?agentId=${randomUUID()}&ids=${randomUUID()}`,
  },
  'GET /api/v1/collections/search': { expected: SIGNED_IN, query: '?q=reembolso', isOneAtATime: true },
  // No attachment has this id.
  'POST /api/v1/collections/{collectionId}/sources/attachment': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ attachmentId: randomUUID() }),
  },
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
  // The owner's source is no file.
  'GET /api/v1/sources/{sourceId}/file': { expected: [401, 404, 404, 403, 404], isOneAtATime: true },
  'PUT /api/v1/sources/{sourceId}/file': {
    // The owner's source is no file, so there is nothing to replace.
    expected: [401, 400, 404, 403, 404],
    body: () => imageForm(Buffer.from('Garantia de trinta dias.'), 'garantia.txt', 'text/plain'),
    sendsForm: true,
  },
  'GET /api/v1/sources/{sourceId}/passages': { expected: OWNER },
  'PATCH /api/v1/sources/{sourceId}': { expected: OWNER, body: () => ({ name: 'Outro nome' }) },
  'POST /api/v1/sources/{sourceId}/read': { expected: OWNER },
  'DELETE /api/v1/sources/{sourceId}': { expected: OWNER },

  'GET /api/v1/collections/admin': { expected: ADMIN },
  'POST /api/v1/collections/admin': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ name: 'Método', description: 'Da casa' }),
  },
  'GET /api/v1/collections/admin/usage': { expected: ADMIN },
  'GET /api/v1/collections/admin/search': { expected: ADMIN, query: '?q=reembolso', isOneAtATime: true },
  // The collection and the source are the owner's, and not of the house.
  'PATCH /api/v1/collections/admin/{collectionId}': {
    expected: NOT_THERE,
    body: () => ({ allowsDownload: true }),
  },
  'DELETE /api/v1/collections/admin/{collectionId}': { expected: NOT_THERE },
  'GET /api/v1/collections/admin/{collectionId}/sources': { expected: NOT_THERE },
  'POST /api/v1/collections/admin/{collectionId}/sources/file': {
    expected: NOT_THERE,
    body: () => imageForm(Buffer.from('Garantia de sete dias.'), 'garantia.txt', 'text/plain'),
    sendsForm: true,
  },
  'POST /api/v1/collections/admin/{collectionId}/sources/page': {
    expected: NOT_THERE,
    body: () => ({ address: 'https://exemplo.com.br/pagina' }),
  },
  'GET /api/v1/sources/admin/{sourceId}/file': { expected: NOT_THERE, isOneAtATime: true },
  'PUT /api/v1/sources/admin/{sourceId}/file': {
    expected: NOT_THERE,
    body: () => imageForm(Buffer.from('Garantia de trinta dias.'), 'garantia.txt', 'text/plain'),
    sendsForm: true,
  },
  'PATCH /api/v1/sources/admin/{sourceId}': { expected: NOT_THERE, body: () => ({ name: 'Outro nome' }) },
  'POST /api/v1/sources/admin/{sourceId}/read': { expected: NOT_THERE },
  'DELETE /api/v1/sources/admin/{sourceId}': { expected: NOT_THERE },
}
