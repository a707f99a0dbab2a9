import type { AssetDescription } from '#client/entities/business/asset-description.ts'
import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Product } from '#shared/contract/products.ts'
import { formatMoney } from '#shared/money/money.ts'
import { productTypeLabel } from '#shared/product-type-label.ts'
import type { ProductBody } from './product-values.ts'

export const productDescription: AssetDescription<Product, ProductBody> = {
  kind: 'product',
  path: '/app/personalizacao/produtos',
  resource: assetResource('products'),
  texts: {
    title: 'Produtos',
    lead: 'O que você vende. Cada agente lê daqui o público, a promessa e os preços, sem você repetir.',
    search: 'Buscar produtos',
    newTitle: 'Novo produto',
    it: 'este produto',
    deleted: 'Produto excluído.',
    restored: 'Produto de volta.',
    saved: 'Produto salvo.',
    back: 'Ver os produtos',
    empty: {
      title: 'Qual é o seu primeiro produto?',
      text: 'Conte uma vez o que você vende e para quem. Copy, roteiro, e-mail e plano de lançamento já saem com o seu público e os seus preços.',
      example: {
        name: 'Método Primeira Venda',
        lines: [
          'Curso gravado, para quem já fez um perfil e ainda não vendeu',
          'De R$ 1.997,00 por R$ 997,00, ou 12x de R$ 99,70',
        ],
      },
    },
  },
  cardOf: ({ type, practicePriceDecimal, maxInstallments, installmentValueDecimal }) => ({
    detail: type === null ? undefined : productTypeLabel(type),
    facts: [
      ...(practicePriceDecimal === null ? [] : [formatMoney(practicePriceDecimal)]),
      ...(maxInstallments === null || installmentValueDecimal === null
        ? []
        : [`${maxInstallments}x de ${formatMoney(installmentValueDecimal)}`]),
    ],
  }),
}
