import type { Span } from '../voice/sentences.ts'
import { JUDGE_LIMITS } from './limits.ts'
import type { RuleId } from './rules.ts'

const { partLength, parts: PARTS } = JUDGE_LIMITS

/** Compared with saved values, counted, or found by their wording, by the code; a model would only guess. */
const BY_CODE_ONLY: readonly RuleId[] = [
  'atributo-pessoal',
  'preco-diferente',
  'parcela-diferente',
  'garantia-diferente',
  'garantia-curta',
  'prazo-diferente',
  'maiusculas',
  'simbolos',
  'palavra-da-marca',
]
const byCodeOnly = new Set<string>(BY_CODE_ONLY)

/** Whether a model may read a text by this rule. */
export const isJudged = ({ id }: { id: string }): boolean => !byCodeOnly.has(id)

/**
 * The parts of a text that a model reads, one call each: up to {@link JUDGE_LIMITS}, cut after a paragraph, line or word
 * where one ends in the last quarter. Together they are the beginning of the text, or all of it.
 */
export function judgedParts(text: string): Span[] {
  const parts: Span[] = []
  let start = 0
  while (start < text.length && parts.length < PARTS) {
    const end = endOfPart(text, start)
    parts.push({ start, end })
    start = end
  }
  return parts
}

function endOfPart(text: string, start: number): number {
  const most = start + partLength
  if (most >= text.length) return text.length
  const least = start + (partLength * 3) / 4
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length)
    if (at >= least) return at + mark.length
  }
  return isSplitPair(text, most) ? most - 1 : most
}

const isSplitPair = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff
}
