import {
  CreatePeopleSegment,
  PeopleSegment,
  PeopleSegmentParams,
  PeopleSegments,
  RenamePeopleSegment,
} from '#shared/contract/people-segments.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { createSegment, deleteSegment, listSegments, renameSegment } from './people-segments.queries.ts'

/** Saved filters of the table of accounts; mount before the routes with an account id in the path. */
export const peopleSegmentRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/users/admin/segments',
      operation({
        tag: 'users',
        summary: 'Os filtros de contas salvos com nome, que toda a administração usa',
        data: PeopleSegments,
      }),
      signedIn,
      administers('users'),
      async (c) => respond(c, await listSegments(db)),
    )
    .post(
      '/users/admin/segments',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Salva um filtro de contas com nome',
        data: PeopleSegment,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('json', CreatePeopleSegment),
      async (c) =>
        respond(c, await createSegment(db, { ...c.req.valid('json'), origin: auditOrigin(c) }), 201),
    )
    .patch(
      '/users/admin/segments/:segmentId',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Dá outro nome a um filtro salvo',
        data: PeopleSegment,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('param', PeopleSegmentParams),
      input('json', RenamePeopleSegment),
      async (c) => {
        const { segmentId } = c.req.valid('param')
        const { name } = c.req.valid('json')
        return respond(c, await renameSegment(db, { segmentId, name, origin: auditOrigin(c) }))
      },
    )
    .delete(
      '/users/admin/segments/:segmentId',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Exclui um filtro salvo; as contas ficam como estão',
        data: PeopleSegment,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', PeopleSegmentParams),
      async (c) => respond(c, await deleteSegment(db, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
