import { AssetPageQuery, DeleteAssetQuery, DeletedAsset } from '#shared/contract/assets.ts'
import { NewProduct, Product, ProductParams, ProductsPage, UpdateProduct } from '#shared/contract/products.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  restoreProduct,
  updateProduct,
} from './products.queries.ts'

export const productRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/products',
      operation({
        tag: 'products',
        summary: 'Os próprios produtos, do último mudado ao primeiro; q procura no nome',
        data: ProductsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', AssetPageQuery),
      async (c) => respond(c, await listProducts(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/products',
      operation({
        writes: true,
        tag: 'products',
        summary:
          'Cria um produto, ou um rascunho só com o nome (isDraft), com os preços como foram escritos e em decimal; repetida com o mesmo id, devolve o mesmo',
        data: Product,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      input('json', NewProduct),
      async (c) =>
        respondCreated(c, await createProduct(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/products/:productId',
      operation({
        tag: 'products',
        summary: 'Um produto',
        data: Product,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ProductParams),
      async (c) => respond(c, await getProduct(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .patch(
      '/products/:productId',
      operation({
        writes: true,
        tag: 'products',
        summary: 'Muda um produto; isDraft: false termina um rascunho, e pede todos os campos',
        data: Product,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ProductParams),
      input('json', UpdateProduct),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateProduct(db, { ...change, userId: c.var.user.id }))
      },
    )
    .delete(
      '/products/:productId',
      operation({
        writes: true,
        tag: 'products',
        summary: `Exclui um produto, com force=true também um usado em ofertas; durante ${LIMITS.deletedAssetDays} dias dá para desfazer`,
        data: DeletedAsset,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', ProductParams),
      input('query', DeleteAssetQuery),
      async (c) => {
        const key = { ...c.req.valid('param'), ...c.req.valid('query') }
        return respond(c, await deleteProduct(db, { ...key, userId: c.var.user.id }))
      },
    )
    .post(
      '/products/:productId/restore',
      operation({
        writes: true,
        tag: 'products',
        summary: 'Desfaz a exclusão de um produto; repetir não muda nada',
        data: Product,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', ProductParams),
      async (c) => respond(c, await restoreProduct(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
