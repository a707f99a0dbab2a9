import {
  PeopleMail,
  PeopleMailParams,
  PeopleMailReach,
  PeopleMailSelection,
  PeopleMails,
  PeopleMailTest,
  PeopleMailTested,
  StartPeopleMail,
} from '#shared/contract/people-mails.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { countReach } from './people-mails.queries.ts'
import { cancelMail, readMails, startMail, testMail } from './people-mails.service.ts'

/** Mails of administrators to many people, which a job sends. */
export const peopleMailRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/people-mails/admin',
      operation({
        tag: 'people-mails',
        summary: 'Os e-mails a muitas pessoas mais novos, com o andamento, e quantos cabem ainda hoje',
        data: PeopleMails,
      }),
      deps.signedIn,
      administers('people-mails'),
      async (c) => respond(c, await readMails(deps.db)),
    )
    .post(
      '/people-mails/admin',
      operation({
        writes: true,
        tag: 'people-mails',
        summary: `Envia um e-mail a contas escolhidas, ou às de um filtro (até ${PEOPLE_LIMITS.mailPeople}), se expected pessoas o recebem; continua depois de uma queda, uma vez a cada pessoa; o mesmo id de novo não muda nada`,
        data: PeopleMail,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      administers('people-mails'),
      deps.proved,
      input('json', StartPeopleMail),
      async (c) => {
        const asked = { ...c.req.valid('json'), origin: auditOrigin(c) }
        const { mail, isNew } = await startMail(deps, asked)
        return isNew ? respond(c, mail, 201) : respond(c, mail)
      },
    )
    .post(
      '/people-mails/admin/reach',
      operation({
        writes: true,
        tag: 'people-mails',
        summary: 'Quem de uma escolha recebe um e-mail, e quantas pessoas ficam de fora e por quê',
        data: PeopleMailReach,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      administers('people-mails'),
      input('json', PeopleMailSelection),
      async (c) => respond(c, await countReach(deps.db, c.req.valid('json'))),
    )
    .post(
      '/people-mails/admin/test',
      operation({
        writes: true,
        tag: 'people-mails',
        summary: 'Envia o e-mail só a quem chama',
        data: PeopleMailTested,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      administers('people-mails'),
      input('json', PeopleMailTest),
      async (c) => respond(c, await testMail(deps, { ...c.req.valid('json'), user: c.var.user })),
    )
    .post(
      '/people-mails/admin/:mailId/cancel',
      operation({
        writes: true,
        tag: 'people-mails',
        summary: 'Para um e-mail a muitas pessoas; quem já recebeu fica com ele',
        data: PeopleMail,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('people-mails'),
      input('param', PeopleMailParams),
      async (c) => respond(c, await cancelMail(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
