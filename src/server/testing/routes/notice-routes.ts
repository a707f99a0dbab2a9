import { ADMIN, NOT_THERE, type Row, SIGNED_IN } from './route-row.ts'

/** The routes of notices and of the audit log. */
export const NOTICE_ROUTES: Record<string, Row> = {
  'GET /api/v1/audit/admin': { expected: ADMIN },
  'GET /api/v1/notices': { expected: SIGNED_IN },
  'PUT /api/v1/notices/{noticeId}/dismissal': { expected: [401, 404, 404, 403, 404] },
  'GET /api/v1/notices/admin': { expected: ADMIN },
  'POST /api/v1/notices/admin': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ content: 'Sábado o Elenco sai do ar por dez minutos.' }),
  },
  'GET /api/v1/notices/admin/{noticeId}': { expected: NOT_THERE },
  'PATCH /api/v1/notices/admin/{noticeId}': { expected: NOT_THERE, body: () => ({ tone: 'warning' }) },
  'DELETE /api/v1/notices/admin/{noticeId}': { expected: NOT_THERE },
}
