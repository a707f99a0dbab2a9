import { AssetPageQuery, DeleteAssetQuery, DeletedAsset } from '#shared/contract/assets.ts'
import { Brand, BrandParams, BrandsPage, CreateBrand, UpdateBrand } from '#shared/contract/brands.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import {
  createBrand,
  deleteBrand,
  getBrand,
  listBrands,
  restoreBrand,
  updateBrand,
} from './brands.queries.ts'

export const brandRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/brands',
      operation({
        tag: 'brands',
        summary: 'As próprias marcas, da última mudada à primeira; q procura no nome',
        data: BrandsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', AssetPageQuery),
      async (c) => respond(c, await listBrands(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/brands',
      operation({
        writes: true,
        tag: 'brands',
        summary: 'Cria uma marca; repetida com o mesmo id, devolve a mesma',
        data: Brand,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      input('json', CreateBrand),
      async (c) =>
        respondCreated(c, await createBrand(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/brands/:brandId',
      operation({
        tag: 'brands',
        summary: 'Uma marca',
        data: Brand,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', BrandParams),
      async (c) => respond(c, await getBrand(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .patch(
      '/brands/:brandId',
      operation({
        writes: true,
        tag: 'brands',
        summary: 'Muda uma marca',
        data: Brand,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', BrandParams),
      input('json', UpdateBrand),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateBrand(db, { ...change, userId: c.var.user.id }))
      },
    )
    .delete(
      '/brands/:brandId',
      operation({
        writes: true,
        tag: 'brands',
        summary: `Exclui uma marca, com force=true também uma usada em ofertas; durante ${LIMITS.deletedAssetDays} dias dá para desfazer`,
        data: DeletedAsset,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', BrandParams),
      input('query', DeleteAssetQuery),
      async (c) => {
        const key = { ...c.req.valid('param'), ...c.req.valid('query') }
        return respond(c, await deleteBrand(db, { ...key, userId: c.var.user.id }))
      },
    )
    .post(
      '/brands/:brandId/restore',
      operation({
        writes: true,
        tag: 'brands',
        summary: 'Desfaz a exclusão de uma marca; repetir não muda nada',
        data: Brand,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', BrandParams),
      async (c) => respond(c, await restoreBrand(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
