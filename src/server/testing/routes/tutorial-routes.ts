import { randomUUID } from 'node:crypto'
import { validTutorial } from '../factories/tutorials.ts'
import { ADMIN, NOT_THERE, type Row, SIGNED_IN } from './route-row.ts'

/** The routes of tutorials. */
export const TUTORIAL_ROUTES: Record<string, Row> = {
  'GET /api/v1/tutorials': { expected: SIGNED_IN },
  'PUT /api/v1/tutorials/{tutorialId}/view': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ positionSeconds: 42, watched: true }),
  },
  'GET /api/v1/tutorials/admin': { expected: ADMIN },
  'POST /api/v1/tutorials/admin': { expected: [401, 403, 403, 403, 201], body: () => validTutorial() },
  'GET /api/v1/tutorials/admin/preview': { expected: ADMIN, query: '?youtubeVideoId=dQw4w9WgXcQ' },
  // The sent ids are not the existing ones.
  'PUT /api/v1/tutorials/admin/order': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ ids: [randomUUID()] }),
  },
  'GET /api/v1/tutorials/admin/{tutorialId}': { expected: NOT_THERE },
  'PATCH /api/v1/tutorials/admin/{tutorialId}': { expected: NOT_THERE, body: () => validTutorial() },
  'DELETE /api/v1/tutorials/admin/{tutorialId}': { expected: NOT_THERE },
  'POST /api/v1/tutorials/admin/{tutorialId}/restore': { expected: NOT_THERE },
}
