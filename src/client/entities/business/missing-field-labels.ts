import type { MissingField } from './missing-fields.ts'

/** The labels of the forms. */
export const FIELD_LABELS: Record<MissingField, string> = {
  additionalDeliverables: 'Entregáveis adicionais',
  description: 'Descrição',
  audience: 'Público',
  toneOfVoice: 'Tom de voz',
  differentiators: 'Diferenciais',
  website: 'Site',
  instagram: 'Instagram',
}

/** With an article, within a sentence. */
export const FIELD_LABELS_IN_SENTENCE: Record<MissingField, string> = {
  additionalDeliverables: 'os entregáveis adicionais',
  description: 'a descrição',
  audience: 'o público',
  toneOfVoice: 'o tom de voz',
  differentiators: 'os diferenciais',
  website: 'o site',
  instagram: 'o Instagram',
}
