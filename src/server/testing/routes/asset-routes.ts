import { randomUUID } from 'node:crypto'
import { validBrand, validOffer, validOnboarding, validProduct, validVoice } from '../factories/business.ts'
import { validCredential } from '../factories/credentials.ts'
import { imageForm } from '../factories/images.ts'
import { CREATED, OWNER, type Row, SIGNED_IN, type Target } from './route-row.ts'

const offerOf = ({ brandId = randomUUID(), productId = randomUUID() }: Target) =>
  validOffer({ brandIds: [brandId], productIds: [productId] })

/** The routes of products, brands and offers. */
export const ASSET_ROUTES: Record<string, Row> = {
  'GET /api/v1/me/onboarding': { expected: SIGNED_IN },
  'PUT /api/v1/me/onboarding': { expected: SIGNED_IN, body: () => validOnboarding() },
  'PUT /api/v1/me/onboarding/offer': { expected: SIGNED_IN },

  'GET /api/v1/assets': { expected: SIGNED_IN },
  'GET /api/v1/products': { expected: SIGNED_IN },
  'POST /api/v1/products': { expected: CREATED, body: () => validProduct() },
  'GET /api/v1/products/{productId}': { expected: OWNER },
  'PATCH /api/v1/products/{productId}': { expected: OWNER, body: () => validProduct() },
  'DELETE /api/v1/products/{productId}': { expected: OWNER },
  'POST /api/v1/products/{productId}/restore': { expected: OWNER },
  'GET /api/v1/brands': { expected: SIGNED_IN },
  'POST /api/v1/brands': { expected: CREATED, body: () => validBrand() },
  'GET /api/v1/brands/{brandId}': { expected: OWNER },
  'PATCH /api/v1/brands/{brandId}': { expected: OWNER, body: () => validBrand() },
  'DELETE /api/v1/brands/{brandId}': { expected: OWNER },
  'POST /api/v1/brands/{brandId}/restore': { expected: OWNER },
  'GET /api/v1/brands/{brandId}/voice': { expected: OWNER },
  'PUT /api/v1/brands/{brandId}/voice': { expected: OWNER, body: () => validVoice() },
  'GET /api/v1/brands/{brandId}/voice/samples': { expected: OWNER },
  'POST /api/v1/brands/{brandId}/voice/samples': {
    expected: [401, 201, 404, 403, 404],
    body: () => ({ text: 'Outra amostra reservada.' }),
  },
  'DELETE /api/v1/brands/{brandId}/voice/samples/{sampleId}': { expected: OWNER },
  // A brand with one sample.
  'POST /api/v1/brands/{brandId}/voice/proposal': { expected: [401, 409, 404, 403, 404] },
  'GET /api/v1/offers': { expected: SIGNED_IN },
  // With the owner's brand and product.
  'POST /api/v1/offers': { expected: [401, 201, 404, 403, 404], body: offerOf },
  'GET /api/v1/offers/{offerId}': { expected: OWNER },
  'PATCH /api/v1/offers/{offerId}': { expected: OWNER, body: offerOf },
  'DELETE /api/v1/offers/{offerId}': { expected: OWNER },
  'POST /api/v1/offers/{offerId}/restore': { expected: OWNER },

  'POST /api/v1/drafts/{kind}': {
    expected: SIGNED_IN,
    body: () => ({ text: 'Nome: Método Primeira Venda' }),
    isOneAtATime: true,
  },
  'POST /api/v1/drafts/{kind}/file': {
    expected: SIGNED_IN,
    body: () => imageForm(Buffer.from('Nome: Método Primeira Venda'), 'curso.txt', 'text/plain'),
    sendsForm: true,
    isOneAtATime: true,
  },

  'GET /api/v1/documents/{documentId}/voice-rule': { expected: OWNER },
  // Of a document that comes from no reply.
  'POST /api/v1/documents/{documentId}/voice-rule': {
    expected: [401, 409, 404, 403, 404],
    body: () => ({ kind: 'emoji', word: '', text: 'Quase não usa emojis.' }),
  },
  'POST /api/v1/documents/rewrite': {
    expected: SIGNED_IN,
    body: () => ({ text: 'Um texto', change: 'shorter' }),
    isOneAtATime: true,
  },

  'GET /api/v1/trash': { expected: SIGNED_IN },
  'DELETE /api/v1/trash': { expected: SIGNED_IN },
  'DELETE /api/v1/trash/{kind}/{itemId}': { expected: OWNER },

  'GET /api/v1/credentials': { expected: SIGNED_IN },
  'POST /api/v1/credentials': { expected: CREATED, body: () => validCredential() },
  'GET /api/v1/credentials/{credentialId}': { expected: OWNER },
  'PATCH /api/v1/credentials/{credentialId}': {
    expected: OWNER,
    body: () => ({
      name: 'Outra chave',
      credentials: 'sk-outra-0123456789abcdefghij',
      isActive: false,
      allowsFallback: true,
    }),
  },
  'DELETE /api/v1/credentials/{credentialId}': { expected: OWNER },
  'POST /api/v1/credentials/{credentialId}/restore': { expected: OWNER },
}
