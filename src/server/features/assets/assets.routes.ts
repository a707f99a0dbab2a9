import { AssetsPage, AssetsQuery } from '#shared/contract/assets.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listAssets } from './assets.queries.ts'

export const assetRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/assets',
    operation({
      tag: 'assets',
      summary: 'Os próprios produtos, marcas, ofertas e documentos, pelo nome, do último mudado ao primeiro',
      data: AssetsPage,
      errors: ['VALIDATION_ERROR'],
    }),
    signedIn,
    input('query', AssetsQuery),
    async (c) => respond(c, await listAssets(db, { ...c.req.valid('query'), userId: c.var.user.id })),
  )
