import { ChangeSpendLimits, SpendLimits } from '#shared/contract/spend-limits.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changeSpendLimits, readSpendLimits } from './spend-limits.queries.ts'

export const spendLimitRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/spend-limits/admin',
      operation({
        tag: 'usage',
        summary: 'Os limites de chamadas e de custo por dia, e quanto já se usou hoje',
        data: SpendLimits,
      }),
      signedIn,
      administers('usage'),
      async (c) => respond(c, await readSpendLimits(db)),
    )
    .put(
      '/spend-limits/admin',
      operation({
        writes: true,
        tag: 'usage',
        summary: 'Troca os limites lidos por outros; null tira um limite',
        data: SpendLimits,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('usage'),
      input('json', ChangeSpendLimits),
      async (c) => {
        await changeSpendLimits(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, await readSpendLimits(db))
      },
    )
