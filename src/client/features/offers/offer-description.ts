import type { AssetDescription } from '#client/entities/business/asset-description.ts'
import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Offer, OfferDraftForm } from '#shared/contract/offers.ts'

/** The body of a call. */
export type OfferBody = OfferDraftForm & { isDraft?: boolean }

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

/** Products and brands of the offer may have been deleted since. */
function warningOf({ isDraft, productIds, brandIds }: Offer): string | undefined {
  if (isDraft) return undefined
  if (productIds.length === 0 && brandIds.length === 0) return 'Ficou sem produto e sem marca'
  if (productIds.length === 0) return 'Ficou sem produto'
  return brandIds.length === 0 ? 'Ficou sem marca' : undefined
}

export const offerDescription: AssetDescription<Offer, OfferBody> = {
  kind: 'offer',
  path: '/app/personalizacao/ofertas',
  resource: assetResource('offers'),
  texts: {
    title: 'Ofertas',
    lead: 'O jeito de vender: uma ideia, um mecanismo e uma proposta, com os seus produtos e marcas dentro.',
    search: 'Buscar ofertas',
    newTitle: 'Nova oferta',
    it: 'esta oferta',
    deleted: 'Oferta excluída.',
    restored: 'Oferta de volta.',
    saved: 'Oferta salva.',
    back: 'Ver as ofertas',
    empty: {
      title: 'Que história vende o seu produto?',
      text: 'Uma oferta junta produto, marca e a ideia que faz a pessoa parar para ouvir. Escolha a oferta numa conversa e o agente leva tudo de uma vez.',
      example: {
        name: 'Turma de março: venda antes de gravar',
        lines: [
          'Big Idea: o curso que se paga antes da primeira aula',
          'Junta o produto “Método Primeira Venda” e a marca “Clara Prado”',
        ],
      },
    },
  },
  cardOf: (offer) => ({
    detail: offer.bigIdea,
    facts: [
      ...(offer.productIds.length > 0 ? [count(offer.productIds.length, 'produto', 'produtos')] : []),
      ...(offer.brandIds.length > 0 ? [count(offer.brandIds.length, 'marca', 'marcas')] : []),
    ],
    warning: warningOf(offer),
  }),
}
