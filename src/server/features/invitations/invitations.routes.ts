import {
  AcceptedInvitation,
  AcceptInvitation,
  AddedPerson,
  AddPerson,
  Invitation,
  InvitationParams,
  InvitationsPage,
  InvitationsQuery,
  OpenedInvitation,
  OpenInvitation,
} from '#shared/contract/invitations.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listInvitations } from './invitations.queries.ts'
import {
  acceptInvitation,
  addPerson,
  confirmInvitation,
  endInvitation,
  openInvitation,
  resendInvitation,
} from './invitations.service.ts'

export const invitationRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/invitations/admin',
      operation({
        tag: 'invitations',
        summary: 'Os convites em aberto, aceitos ou cancelados, do mais novo ao mais antigo',
        data: InvitationsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      administers('invitations'),
      input('query', InvitationsQuery),
      async (c) => respond(c, await listInvitations(deps.db, c.req.valid('query'))),
    )
    .post(
      '/invitations/admin',
      operation({
        writes: true,
        tag: 'invitations',
        summary: 'Convida um endereço por e-mail, ou dá o plano à conta que já o tem',
        data: AddedPerson,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      administers('invitations'),
      input('json', AddPerson),
      async (c) => respond(c, await addPerson(deps, { ...c.req.valid('json'), origin: auditOrigin(c) })),
    )
    .post(
      '/invitations/admin/:invitationId/resend',
      operation({
        writes: true,
        tag: 'invitations',
        summary: 'Envia outro link; o anterior deixa de valer',
        data: Invitation,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      administers('invitations'),
      input('param', InvitationParams),
      async (c) => {
        const { invitationId: id } = c.req.valid('param')
        return respond(c, await resendInvitation(deps, { id, origin: auditOrigin(c) }))
      },
    )
    .post(
      '/invitations/admin/:invitationId/cancel',
      operation({
        writes: true,
        tag: 'invitations',
        summary: 'Cancela um convite: seu link deixa de valer na hora',
        data: Invitation,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('invitations'),
      input('param', InvitationParams),
      async (c) => {
        const { invitationId: id } = c.req.valid('param')
        return respond(c, await endInvitation(deps, { id, origin: auditOrigin(c) }))
      },
    )
    .post(
      '/invitations/open',
      operation({
        writes: true,
        isPublic: true,
        tag: 'invitations',
        summary: 'O convite de um link que ainda vale',
        data: OpenedInvitation,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      input('json', OpenInvitation),
      async (c) => respond(c, await openInvitation(deps.db, c.req.valid('json'))),
    )
    .post(
      '/invitations/accept',
      operation({
        writes: true,
        isPublic: true,
        tag: 'invitations',
        summary: 'Cria a conta do convite com sua senha; o link vale uma vez',
        data: AcceptedInvitation,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      input('json', AcceptInvitation),
      async (c) => respond(c, await acceptInvitation(deps, c.req.valid('json'))),
    )
    .post(
      '/invitations/confirm',
      operation({
        writes: true,
        tag: 'invitations',
        summary: 'Aceita o convite na conta que já tem esse e-mail, e confirma o e-mail dela',
        data: AcceptedInvitation,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      input('json', OpenInvitation),
      async (c) => respond(c, await confirmInvitation(deps, { ...c.req.valid('json'), user: c.var.user })),
    )
