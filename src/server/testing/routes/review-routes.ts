import { ADMIN, OWNER, type Row, SIGNED_IN } from './route-row.ts'

const RULE = {
  severity: 'risk',
  title: 'Promessa da casa',
  why: 'A casa não promete isso.',
  suggestion: '',
  source: 'Decisão da casa',
  sourceAddress: '',
  readAt: null,
  isLawyerReviewed: false,
  channels: ['page'],
  phrases: ['método secreto'],
}

/** The routes of the Revisor. */
export const REVIEW_ROUTES: Record<string, Row> = {
  'POST /api/v1/reviews': {
    expected: SIGNED_IN,
    body: () => ({ text: 'Lucro garantido!', channel: 'page' }),
  },
  'POST /api/v1/reviews/judge': {
    expected: SIGNED_IN,
    body: () => ({ text: 'Lucro garantido!', channel: 'page' }),
    isOneAtATime: true,
  },
  'GET /api/v1/documents/{documentId}/review-notes': { expected: OWNER },
  'POST /api/v1/documents/{documentId}/review-notes': {
    expected: [401, 201, 404, 403, 404],
    body: () => ({ ruleId: 'urgencia', kind: 'ignored', quote: 'Últimas vagas', reason: 'São as últimas' }),
  },
  'DELETE /api/v1/documents/{documentId}/review-notes/{noteId}': { expected: OWNER },
  'GET /api/v1/review-rules/admin': { expected: ADMIN },
  'POST /api/v1/review-rules/admin': { expected: [401, 403, 403, 403, 201], body: () => RULE },
  'PATCH /api/v1/review-rules/admin/{ruleId}': {
    expected: [401, 403, 403, 403, 404],
    body: () => ({ isEnabled: false }),
  },
  'GET /api/v1/review-rules/admin/{ruleId}/reach': { expected: [401, 403, 403, 403, 404] },
  'DELETE /api/v1/review-rules/admin/{ruleId}': { expected: [401, 403, 403, 403, 404] },
  'GET /api/v1/review-rules/admin/{ruleId}/versions': { expected: [401, 403, 403, 403, 404] },
  'POST /api/v1/review-rules/admin/{ruleId}/versions/{number}/restore': {
    expected: [401, 403, 403, 403, 404],
  },
}
