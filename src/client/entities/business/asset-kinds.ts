import { IconFileText, IconGift, IconPackage, IconRosette, IconUserCircle } from '@tabler/icons-react'
import type { Grounding } from '#shared/contract/messages.ts'

type Kind = Grounding['kind']

export const KIND_ICONS: Record<Kind, typeof IconPackage> = {
  onboarding: IconUserCircle,
  product: IconPackage,
  brand: IconRosette,
  offer: IconGift,
  document: IconFileText,
}

export const KIND_NAMES: Record<Kind, string> = {
  onboarding: 'Seu perfil',
  product: 'Produto',
  brand: 'Marca',
  offer: 'Oferta',
  document: 'Documento',
}

/** What a chip says: the questionnaire has no name of its own, and one that nobody asked for yet is called by its kind. */
export const assetLabel = ({ kind, name }: Pick<Grounding, 'kind' | 'name'>): string =>
  kind === 'onboarding' ? KIND_NAMES.onboarding : name || KIND_NAMES[kind]
