import {
  IconBook,
  IconBooks,
  IconFileText,
  IconGift,
  IconPackage,
  IconQuote,
  IconRosette,
  IconUserCircle,
} from '@tabler/icons-react'
import type { SourceChoice } from '#shared/contract/collections.ts'
import type { Grounding } from '#shared/contract/messages.ts'

/** Of the context of a reply, and of the sources that it may read or cites. */
type Kind = Grounding['kind'] | SourceChoice['kind']

export const KIND_ICONS: Record<Kind, typeof IconPackage> = {
  onboarding: IconUserCircle,
  product: IconPackage,
  brand: IconRosette,
  voice: IconQuote,
  offer: IconGift,
  document: IconFileText,
  collection: IconBooks,
  source: IconBook,
}

export const KIND_NAMES: Record<Kind, string> = {
  onboarding: 'Seu perfil',
  product: 'Produto',
  brand: 'Marca',
  voice: 'Voz da marca',
  offer: 'Oferta',
  document: 'Documento',
  collection: 'Coleção',
  source: 'Fonte',
}

/** The kind, and that it is of the house. */
export const kindText = ({ kind, isHouse }: { kind: Kind; isHouse?: boolean | undefined }): string =>
  isHouse ? `${KIND_NAMES[kind]} da casa` : KIND_NAMES[kind]

/** Label of a chip: the kind stands in for a name that is not loaded, and for the questionnaire. */
export const assetLabel = ({ kind, name }: { kind: Kind; name: string }): string =>
  kind === 'onboarding'
    ? KIND_NAMES.onboarding
    : kind === 'voice'
      ? `Voz de ${name}`
      : name || KIND_NAMES[kind]
