import type { RuleId } from './rules.ts'

const RULES: readonly RuleId[] = [
  'preco-diferente',
  'parcela-diferente',
  'garantia-diferente',
  'prazo-diferente',
  'urgencia',
  'palavra-da-marca',
]

/** Rules that compare a text with a saved product, offer or brand; without one they find nothing, or too much. */
export const NEEDS_FACTS: ReadonlySet<string> = new Set(RULES)
