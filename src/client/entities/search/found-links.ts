import { IconMovie } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { KIND_ICONS } from '#client/entities/business/asset-kinds.ts'
import type { FoundChat, FoundThing, ThingKind } from '#shared/contract/search.ts'

type ThingTexts = { label: string; all: string; Icon: typeof IconMovie }

/** The kinds in the order of their groups. */
export const THINGS: Record<ThingKind, ThingTexts> = {
  products: { label: 'Produtos', all: 'Ver todos os produtos', Icon: KIND_ICONS.product },
  brands: { label: 'Marcas', all: 'Ver todas as marcas', Icon: KIND_ICONS.brand },
  offers: { label: 'Ofertas', all: 'Ver todas as ofertas', Icon: KIND_ICONS.offer },
  documents: { label: 'Documentos', all: 'Ver todos os documentos', Icon: KIND_ICONS.document },
  tutorials: { label: 'Tutoriais', all: 'Ver todos os tutoriais', Icon: IconMovie },
}
export const THING_KINDS = Object.keys(THINGS) as ThingKind[]

/** The address of a found chat: at the message, with the words to mark there. */
export const foundChatLink = ({ chat, messageId, words }: FoundChat) =>
  linkOptions({
    to: '/app/$agentId/$chatId',
    params: { agentId: chat.agentId, chatId: chat.id },
    search: messageId ? { mensagem: messageId, palavras: words.join(' ') } : {},
  })

/** The address of a found product, brand, offer, document or tutorial. */
export function thingLink(kind: ThingKind, { id, name }: FoundThing) {
  switch (kind) {
    case 'products':
      return linkOptions({ to: '/app/personalizacao/produtos/$assetId', params: { assetId: id } })
    case 'brands':
      return linkOptions({ to: '/app/personalizacao/marcas/$assetId', params: { assetId: id } })
    case 'offers':
      return linkOptions({ to: '/app/personalizacao/ofertas/$assetId', params: { assetId: id } })
    case 'documents':
      return linkOptions({ to: '/app/personalizacao/documentos/$documentId', params: { documentId: id } })
    case 'tutorials':
      return linkOptions({ to: '/app/tutoriais', search: { q: name.map(({ text }) => text).join('') } })
  }
}

/** The list of a kind, searched. */
export const thingsLink = (kind: ThingKind, q: string) =>
  linkOptions({
    to: (
      {
        products: '/app/personalizacao/produtos',
        brands: '/app/personalizacao/marcas',
        offers: '/app/personalizacao/ofertas',
        documents: '/app/personalizacao/documentos',
        tutorials: '/app/tutoriais',
      } as const
    )[kind],
    search: { q },
  })

/** For example "3 trechos"; empty without any. */
export function passagesText({ passages, hasMorePassages }: FoundChat): string {
  if (passages === 0) return ''
  if (hasMorePassages) return `${passages} trechos ou mais`
  return passages === 1 ? '1 trecho' : `${passages} trechos`
}
