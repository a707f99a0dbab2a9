import { ADMIN, NOT_THERE, type Row, SIGNED_IN } from './route-row.ts'

/** The routes of labels. */
export const LABEL_ROUTES: Record<string, Row> = {
  'GET /api/v1/labels': { expected: SIGNED_IN },
  'GET /api/v1/labels/admin': { expected: ADMIN },
  'POST /api/v1/labels/admin': { expected: [401, 403, 403, 403, 201], body: () => ({ name: 'Webinário' }) },
  // An incomplete list of labels.
  'PUT /api/v1/labels/admin/order': { expected: [401, 403, 403, 403, 409], body: () => ({ ids: [] }) },
  'GET /api/v1/labels/admin/{labelId}': { expected: NOT_THERE },
  'PATCH /api/v1/labels/admin/{labelId}': { expected: NOT_THERE, body: () => ({ name: 'Outro nome' }) },
  'DELETE /api/v1/labels/admin/{labelId}': { expected: NOT_THERE },
  'POST /api/v1/labels/admin/{labelId}/restore': { expected: NOT_THERE, body: () => ({ moved: null }) },
}
