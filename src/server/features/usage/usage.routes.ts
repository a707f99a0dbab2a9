import { ChangeExchangeRate, ExchangeRate } from '#shared/contract/exchange-rate.ts'
import { Retention } from '#shared/contract/retention.ts'
import {
  ChangeModelPrices,
  ModelPrices,
  ModelTest,
  TestModel,
  Usage,
  UsageExportQuery,
  UsageQuery,
  UsageRepliesPage,
  UsageRepliesQuery,
} from '#shared/contract/usage.ts'
import { createProviders } from '../../ai/providers/providers.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { streamFile } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changeExchangeRate, readExchangeRate } from './exchange-rate.queries.ts'
import { testModel } from './model-test.service.ts'
import { changePrices } from './prices.queries.ts'
import { readModelPrices } from './prices.service.ts'
import { readRetention } from './retention.queries.ts'
import { createPeopleCount, readUsage } from './usage.service.ts'
import { isOfRetention, retentionFile, usageFile } from './usage-export.ts'
import { listReplies } from './usage-replies.queries.ts'

export function usageRoutes(deps: Deps) {
  const { db, env, signedIn, usage } = deps
  const countPeople = createPeopleCount(db)
  const providers = createProviders(env.ai)
  const setUp = () =>
    providers.flatMap(({ name, defaultModel }) =>
      defaultModel ? [{ provider: name, model: defaultModel }] : [],
    )
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
        return respond(c, await readUsage(db, { query: c.req.valid('query'), countPeople }))
      },
    )
    .get(
      '/usage/admin/retention',
      operation({
        tag: 'usage',
        summary: 'Quem fica, quem sai, quem passa a escrever e a pagar, e a espera até a primeira mensagem',
        data: Retention,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('usage'),
      input('query', UsageQuery),
      async (c) => respond(c, await readRetention(db, c.req.valid('query'))),
    )
    .get(
      '/usage/admin/export',
      operation({
        tag: 'usage',
        summary: 'Uma das tabelas do período como planilha: CSV em UTF-8, separado por ponto e vírgula',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('usage'),
      input('query', UsageExportQuery),
      (c) =>
        streamFile(c, async () => {
          const { table, ...query } = c.req.valid('query')
          return isOfRetention(table)
            ? retentionFile(table, await readRetention(db, query))
            : usageFile(table, await readUsage(db, { query, countPeople }))
        }),
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
      async (c) => respond(c, await readModelPrices(db, setUp())),
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
        return respond(c, await readModelPrices(db, setUp()))
      },
    )
    .post(
      '/usage/admin/models/test',
      operation({
        writes: true,
        tag: 'usage',
        summary:
          'Faz uma chamada curta a um modelo, que conta como teste, e diz a espera ou o erro do provedor',
        data: ModelTest,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('usage'),
      input('json', TestModel),
      async (c) => respond(c, await testModel(deps, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/usage/admin/exchange-rate',
      operation({
        tag: 'usage',
        summary: 'Quanto vale um dólar em reais, para mostrar os custos',
        data: ExchangeRate,
      }),
      signedIn,
      administers('usage'),
      async (c) => respond(c, await readExchangeRate(db)),
    )
    .put(
      '/usage/admin/exchange-rate',
      operation({
        writes: true,
        tag: 'usage',
        summary: 'Troca a cotação lida por outra; null tira',
        data: ExchangeRate,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('usage'),
      input('json', ChangeExchangeRate),
      async (c) => {
        await changeExchangeRate(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, await readExchangeRate(db))
      },
    )
}
