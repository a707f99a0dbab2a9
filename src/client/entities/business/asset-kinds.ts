import {
  IconFileText,
  IconGift,
  IconPackage,
  IconQuote,
  IconRosette,
  IconUserCircle,
} from '@tabler/icons-react'
import type { Grounding } from '#shared/contract/messages.ts'

type Kind = Grounding['kind']

export const KIND_ICONS: Record<Kind, typeof IconPackage> = {
  onboarding: IconUserCircle,
  product: IconPackage,
  brand: IconRosette,
  voice: IconQuote,
  offer: IconGift,
  document: IconFileText,
}

export const KIND_NAMES: Record<Kind, string> = {
  onboarding: 'Seu perfil',
  product: 'Produto',
  brand: 'Marca',
  voice: 'Voz da marca',
  offer: 'Oferta',
  document: 'Documento',
}

/** Label of a chip: the kind stands in for a name that is not loaded, and for the questionnaire. */
export const assetLabel = ({ kind, name }: Pick<Grounding, 'kind' | 'name'>): string =>
  kind === 'onboarding'
    ? KIND_NAMES.onboarding
    : kind === 'voice'
      ? `Voz de ${name}`
      : name || KIND_NAMES[kind]
