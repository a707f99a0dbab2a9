import { randomUUID } from 'node:crypto'
import { ADMIN, NOT_THERE, type Row, SIGNED_IN } from './route-row.ts'

const NO_TOKEN = 'nenhum-convite-tem-este-token'
const GONE = [404, 404, 404, 404, 404] as const

const MAIL = { subject: 'Aula nova', content: 'Olá, {nome}.' }

const csvForm = () => {
  const form = new FormData()
  form.append('file', new Blob(['nome;e-mail\nAna;ana@exemplo.com.br\n']), 'pessoas.csv')
  return form
}

/** The routes of invitations, of people imported from a spreadsheet, and of actions on and mails to many accounts. */
export const INVITATION_ROUTES: Record<string, Row> = {
  'GET /api/v1/invitations/admin': { expected: ADMIN },
  'POST /api/v1/invitations/admin': {
    expected: ADMIN,
    body: () => ({ name: 'Gente Convidada', email: `${randomUUID()}@exemplo.com.br` }),
  },
  'POST /api/v1/invitations/admin/{invitationId}/resend': { expected: NOT_THERE },
  'POST /api/v1/invitations/admin/{invitationId}/cancel': { expected: NOT_THERE },
  'GET /api/v1/people-imports/admin': { expected: ADMIN },
  'POST /api/v1/people-imports/admin': {
    expected: [401, 403, 403, 403, 201],
    body: csvForm,
    sendsForm: true,
  },
  'GET /api/v1/people-imports/admin/{importId}': { expected: NOT_THERE },
  'PATCH /api/v1/people-imports/admin/{importId}': {
    expected: NOT_THERE,
    body: () => ({ columns: { email: 1, name: 0, plan: null, end: null } }),
  },
  'GET /api/v1/people-imports/admin/{importId}/rows': { expected: NOT_THERE },
  'POST /api/v1/people-imports/admin/{importId}/start': { expected: NOT_THERE },
  'POST /api/v1/people-imports/admin/{importId}/cancel': { expected: NOT_THERE },
  'GET /api/v1/users/admin/count': { expected: ADMIN },
  'POST /api/v1/users/admin/export': { expected: ADMIN, body: () => ({ userIds: [randomUUID()] }) },
  'GET /api/v1/people-actions/admin': { expected: ADMIN },
  'POST /api/v1/people-actions/admin': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ kind: 'restore', filter: { q: 'ninguém se chama assim' }, expected: 1 }),
  },
  'GET /api/v1/people-actions/admin/{actionId}/left-out': { expected: NOT_THERE },
  'POST /api/v1/people-actions/admin/{actionId}/cancel': { expected: NOT_THERE },
  'GET /api/v1/people-mails/admin': { expected: ADMIN },
  'POST /api/v1/people-mails/admin': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ id: randomUUID(), ...MAIL, filter: { q: 'ninguém se chama assim' }, expected: 1 }),
  },
  'POST /api/v1/people-mails/admin/reach': { expected: ADMIN, body: () => ({ filter: { role: 'user' } }) },
  'POST /api/v1/people-mails/admin/test': { expected: ADMIN, body: () => MAIL },
  'POST /api/v1/people-mails/admin/{mailId}/cancel': { expected: NOT_THERE },
  'GET /api/v1/me/mails': { expected: SIGNED_IN },
  'PUT /api/v1/me/mails': { expected: SIGNED_IN, body: () => ({ isSubscribed: true }) },
  'POST /api/v1/mail-opt-outs': { expected: GONE, body: () => ({ token: NO_TOKEN }) },
  'POST /api/v1/invitations/open': { expected: GONE, body: () => ({ token: NO_TOKEN }) },
  'POST /api/v1/invitations/accept': {
    expected: GONE,
    body: () => ({
      token: NO_TOKEN,
      name: 'Gente Convidada',
      password: 'senha-segura-1',
      termsAccepted: true,
    }),
  },
  'POST /api/v1/invitations/confirm': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ token: NO_TOKEN }),
  },
}
