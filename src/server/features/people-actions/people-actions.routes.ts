import { PageQuery } from '#shared/contract/pagination.ts'
import {
  LeftOutPeople,
  PeopleAction,
  PeopleActionParams,
  PeopleActions,
  StartPeopleAction,
} from '#shared/contract/people-actions.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listActions, listLeftOut } from './people-actions.queries.ts'
import { startAction, stopAction } from './people-actions.service.ts'

/** Actions of administrators on many accounts, which a job works. */
export const peopleActionRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/people-actions/admin',
      operation({
        tag: 'people-actions',
        summary: 'As ações em muitas contas mais novas, com o andamento',
        data: PeopleActions,
      }),
      deps.signedIn,
      administers('people-actions'),
      async (c) => respond(c, await listActions(deps.db)),
    )
    .post(
      '/people-actions/admin',
      operation({
        writes: true,
        tag: 'people-actions',
        summary: `Age em contas escolhidas, ou em todas de um filtro (até ${PEOPLE_LIMITS.actionPeople}) se ele ainda tiver expected contas; continua depois de uma queda`,
        data: PeopleAction,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      administers('people-actions'),
      deps.proved,
      input('json', StartPeopleAction),
      async (c) =>
        respond(c, await startAction(deps, { ...c.req.valid('json'), origin: auditOrigin(c) }), 201),
    )
    .get(
      '/people-actions/admin/:actionId/left-out',
      operation({
        tag: 'people-actions',
        summary: 'As contas que uma ação deixou de fora, e por quê',
        data: LeftOutPeople,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      administers('people-actions'),
      input('param', PeopleActionParams),
      input('query', PageQuery),
      async (c) =>
        respond(c, await listLeftOut(deps.db, { ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .post(
      '/people-actions/admin/:actionId/cancel',
      operation({
        writes: true,
        tag: 'people-actions',
        summary: 'Para uma ação; o que já foi feito fica',
        data: PeopleAction,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('people-actions'),
      input('param', PeopleActionParams),
      async (c) => respond(c, await stopAction(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
