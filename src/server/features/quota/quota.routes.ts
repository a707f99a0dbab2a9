import { MonthlyUsage } from '#shared/contract/quota.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { readMonthlyUsage } from './quota.queries.ts'

export const quotaRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/me/usage',
    operation({ tag: 'me', summary: 'Quanto a pessoa já usou das mensagens do mês', data: MonthlyUsage }),
    signedIn,
    async (c) => respond(c, await readMonthlyUsage(db, { userId: c.var.user.id })),
  )
