import type { MissingField } from './missing-fields.ts'

/** The fields' labels, as on the pages where they are kept. */
export const FIELD_LABELS: Record<MissingField, string> = {
  additionalDeliverables: 'Entregáveis adicionais',
  description: 'Descrição',
  audience: 'Público',
  toneOfVoice: 'Tom de voz',
  differentiators: 'Diferenciais',
  website: 'Site',
  instagram: 'Instagram',
}

/** The same within a sentence. */
export const FIELD_LABELS_IN_SENTENCE: Record<MissingField, string> = {
  additionalDeliverables: 'os entregáveis adicionais',
  description: 'a descrição',
  audience: 'o público',
  toneOfVoice: 'o tom de voz',
  differentiators: 'os diferenciais',
  website: 'o site',
  instagram: 'o Instagram',
}
