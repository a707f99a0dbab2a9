import { z } from 'zod'
import { Plan } from '#shared/contract/plans.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { listPlans } from './plans.queries.ts'

export const planRoutes = ({ db }: Deps) =>
  createRouter().get(
    '/plans',
    operation({
      tag: 'plans',
      summary: 'Os planos à venda, na ordem em que aparecem',
      data: z.array(Plan),
      isPublic: true,
    }),
    async (c) => respond(c, await listPlans(db)),
  )
