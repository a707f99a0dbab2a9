import type { MissingField } from './missing-fields.ts'

/** The fields' labels, as on the pages where they are kept. */
export const MISSING_LABELS: Record<MissingField, string> = {
  additionalDeliverables: 'Entregáveis adicionais',
  description: 'Descrição',
  audience: 'Público',
  toneOfVoice: 'Tom de voz',
  differentiators: 'Diferenciais',
  website: 'Site',
  instagram: 'Instagram',
}

/** The same within a sentence. */
export const MISSING_NAMES: Record<MissingField, string> = {
  additionalDeliverables: 'os entregáveis adicionais',
  description: 'a descrição',
  audience: 'o público',
  toneOfVoice: 'o tom de voz',
  differentiators: 'os diferenciais',
  website: 'o site',
  instagram: 'o Instagram',
}
