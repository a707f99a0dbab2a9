import {
  ChangeModelPrices,
  ModelPrices,
  Usage,
  UsageQuery,
  UsageRepliesPage,
  UsageRepliesQuery,
} from '#shared/contract/usage.ts'
import { createProviders } from '../../ai/providers/providers.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changePrices } from './prices.queries.ts'
import { readModelPrices } from './prices.service.ts'
import { createPeopleCount, readUsage } from './usage.service.ts'
import { listReplies } from './usage-replies.queries.ts'

export function usageRoutes({ db, env, signedIn, usage }: Deps) {
  const countPeople = createPeopleCount(db)
  const setUp = createProviders(env.ai).map(({ name, defaultModel }) => ({
    provider: name,
    model: defaultModel,
  }))
  return createRouter()
    .get(
      '/usage/admin',
      operation({
        tag: 'usage',
        summary: 'Mensagens, pessoas, respostas, tokens e custo de um período, e do período anterior',
        data: Usage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('usage'),
      input('query', UsageQuery),
      async (c) => {
        usage.wake()
        return respond(c, await readUsage(db, { ...c.req.valid('query'), countPeople }))
      },
    )
    .get(
      '/usage/admin/replies',
      operation({
        tag: 'usage',
        summary: 'As respostas por trás dos números, da mais nova à mais antiga, sem o texto',
        data: UsageRepliesPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('usage'),
      input('query', UsageRepliesQuery),
      async (c) => respond(c, await listReplies(db, c.req.valid('query'))),
    )
    .get(
      '/usage/admin/prices',
      operation({
        tag: 'usage',
        summary: 'Preços dos modelos, em dólares por milhão de tokens, e os modelos que não têm preço',
        data: ModelPrices,
      }),
      signedIn,
      administers('usage'),
      async (c) => respond(c, await readModelPrices(db, setUp)),
    )
    .put(
      '/usage/admin/prices',
      operation({
        writes: true,
        tag: 'usage',
        summary: 'Troca a tabela de preços lida por outra',
        data: ModelPrices,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('usage'),
      input('json', ChangeModelPrices),
      async (c) => {
        await changePrices(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, await readModelPrices(db, setUp))
      },
    )
}
