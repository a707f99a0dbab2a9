import { z } from 'zod'
import { Label } from '#shared/contract/labels.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { listLabels } from './labels.queries.ts'

export const labelRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/labels',
    operation({ tag: 'labels', summary: 'As etiquetas, em ordem', data: z.array(Label) }),
    signedIn,
    async (c) => respond(c, await listLabels(db)),
  )
