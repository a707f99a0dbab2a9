import type { AssetDescription } from '#client/entities/business/asset-description.ts'
import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Brand, BrandForm } from '#shared/contract/brands.ts'

export const brandDescription: AssetDescription<Brand, BrandForm> = {
  kind: 'brand',
  path: '/app/personalizacao/marcas',
  resource: assetResource('brands'),
  texts: {
    title: 'Marcas',
    lead: 'Quem fala com o seu público. Com o tom de voz guardado, o texto já sai com a sua cara.',
    search: 'Buscar marcas',
    newTitle: 'Nova marca',
    it: 'esta marca',
    deleted: 'Marca excluída.',
    restored: 'Marca de volta.',
    saved: 'Marca salva.',
    back: 'Ver as marcas',
    empty: {
      title: 'Com que voz você vende?',
      text: 'Pode ser o seu nome ou o da sua empresa. Com público e tom de voz guardados, o agente escreve como você falaria.',
      example: {
        name: 'Clara Prado',
        lines: [
          'Para mães que querem vender pela internet em duas horas por dia',
          'Tom de voz: direta, calorosa, sem jargão, “bora” no lugar de “vamos”',
        ],
      },
    },
  },
  cardOf: ({ audience, description, instagram, website }) => ({
    detail: audience ?? description ?? undefined,
    facts: [
      ...(instagram ? [`@${instagram}`] : []),
      ...(website ? [website.replace(/^https?:\/\/(www\.)?|\/$/g, '')] : []),
    ],
  }),
}
