import {
  AdminLabel,
  AdminLabelsPage,
  AdminLabelsQuery,
  CreateLabel,
  DeletedLabel,
  DeleteLabelQuery,
  LabelOrder,
  LabelParams,
  RestoreLabel,
  UpdateLabel,
} from '#shared/contract/labels.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { createLabel, orderLabels, updateLabel } from './label-changes.queries.ts'
import { deleteLabel, restoreLabel } from './label-removal.queries.ts'
import { getAdminLabel, listAdminLabels } from './labels-admin.queries.ts'

export const labelAdminRoutes = (deps: Deps) =>
  createRouter().route('/', listRoutes(deps)).route('/', oneRoutes(deps))

const listRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/labels/admin',
      operation({
        tag: 'labels',
        summary: 'As etiquetas, em ordem, com seus agentes',
        data: AdminLabelsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('labels'),
      input('query', AdminLabelsQuery),
      async (c) => respond(c, await listAdminLabels(db, c.req.valid('query'))),
    )
    .post(
      '/labels/admin',
      operation({
        writes: true,
        tag: 'labels',
        summary: 'Cria uma etiqueta, no fim da ordem se nenhuma for dita',
        data: AdminLabel,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('labels'),
      input('json', CreateLabel),
      async (c) => {
        const label = await createLabel(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, label, 201)
      },
    )
    .put(
      '/labels/admin/order',
      operation({
        writes: true,
        tag: 'labels',
        summary: 'Põe todas as etiquetas em ordem',
        data: AdminLabelsPage,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('labels'),
      input('json', LabelOrder),
      async (c) => {
        await orderLabels(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, await listAdminLabels(db, { limit: LIMITS.labelsMax }))
      },
    )

const oneRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/labels/admin/:labelId',
      operation({
        tag: 'labels',
        summary: 'Uma etiqueta com seus agentes',
        data: AdminLabel,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('labels'),
      input('param', LabelParams),
      async (c) => respond(c, await getAdminLabel(db, c.req.valid('param'))),
    )
    .patch(
      '/labels/admin/:labelId',
      operation({
        writes: true,
        tag: 'labels',
        summary: 'Altera uma etiqueta e quais agentes a têm',
        data: AdminLabel,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('labels'),
      input('param', LabelParams),
      input('json', UpdateLabel),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param'), origin: auditOrigin(c) }
        return respond(c, await updateLabel(db, change))
      },
    )
    .delete(
      '/labels/admin/:labelId',
      operation({
        writes: true,
        tag: 'labels',
        summary: 'Exclui uma etiqueta; com moveTo, seus agentes ganham outra no lugar',
        data: DeletedLabel,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('labels'),
      input('param', LabelParams),
      input('query', DeleteLabelQuery),
      async (c) => {
        const one = { ...c.req.valid('param'), ...c.req.valid('query'), origin: auditOrigin(c) }
        return respond(c, await deleteLabel(db, one))
      },
    )
    .post(
      '/labels/admin/:labelId/restore',
      operation({
        writes: true,
        tag: 'labels',
        summary: 'Desfaz a exclusão de uma etiqueta e, com moved, o que os agentes ganharam por ela',
        data: AdminLabel,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('labels'),
      input('param', LabelParams),
      input('json', RestoreLabel),
      async (c) => {
        const one = { ...c.req.valid('param'), ...c.req.valid('json'), origin: auditOrigin(c) }
        return respond(c, await restoreLabel(db, one))
      },
    )
