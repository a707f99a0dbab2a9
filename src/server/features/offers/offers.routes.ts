import { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import { NewOffer, Offer, OfferParams, OffersPage, UpdateOffer } from '#shared/contract/offers.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import {
  createOffer,
  deleteOffer,
  getOffer,
  listOffers,
  restoreOffer,
  updateOffer,
} from './offers.queries.ts'

export const offerRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/offers',
      operation({
        tag: 'offers',
        summary: 'As próprias ofertas, da última mudada à primeira; q procura no nome',
        data: OffersPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', AssetPageQuery),
      async (c) => respond(c, await listOffers(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/offers',
      operation({
        writes: true,
        tag: 'offers',
        summary:
          'Cria uma oferta, ou um rascunho só com o nome (isDraft), das próprias marcas e produtos, na ordem dada; repetida com o mesmo id, devolve a mesma',
        data: Offer,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('json', NewOffer),
      async (c) =>
        respondCreated(c, await createOffer(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/offers/:offerId',
      operation({
        tag: 'offers',
        summary: 'Uma oferta',
        data: Offer,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', OfferParams),
      async (c) => respond(c, await getOffer(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .patch(
      '/offers/:offerId',
      operation({
        writes: true,
        tag: 'offers',
        summary: 'Muda uma oferta; isDraft: false termina um rascunho, e pede todos os campos',
        data: Offer,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', OfferParams),
      input('json', UpdateOffer),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateOffer(db, { ...change, userId: c.var.user.id }))
      },
    )
    .delete(
      '/offers/:offerId',
      operation({
        writes: true,
        tag: 'offers',
        summary: `Exclui uma oferta; durante ${LIMITS.deletedAssetDays} dias dá para desfazer`,
        data: DeletedAsset,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', OfferParams),
      async (c) => respond(c, await deleteOffer(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/offers/:offerId/restore',
      operation({
        writes: true,
        tag: 'offers',
        summary: 'Desfaz a exclusão de uma oferta; repetir não muda nada',
        data: Offer,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', OfferParams),
      async (c) => respond(c, await restoreOffer(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
