/** Average UTF-16 code units per token of Portuguese prose, with the tokenizers of OpenAI and Google. */
export const CHARACTERS_PER_TOKEN = 3.5

/** A rough estimate; budgets leave a wide margin to the limits of models. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/**
 * The beginning of a text on one line, at most `max` UTF-16 code units plus an ellipsis, cut between
 * graphemes. A text that fits stays whole.
 */
export function shorten(text: string, max: number): string {
  // Limits the work on long texts; collapsing whitespace needs a little more than `max`.
  const head = text.slice(0, max * 2 + 64)
  const line = head.replace(/\s+/g, ' ').trim()
  if (head.length === text.length && line.length <= max) return line
  const last = graphemes.segment(line).containing(Math.min(max, line.length - 1))
  return `${line.slice(0, last?.index ?? 0).trimEnd()}…`
}

/** The beginning of a text, at most `max` UTF-16 code units, cut between graphemes. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 1))) {
    if (index + segment.length <= max) end = index + segment.length
  }
  return text.slice(0, end)
}

/** Marks the cut of a shortened text. */
export const CUT_MARK = ' […]'

/**
 * The beginning of a text, at most `max` UTF-16 code units plus {@link CUT_MARK}, cut between graphemes. A
 * text that fits stays whole.
 */
export function truncateMarked(text: string, max: number): string {
  if (text.length <= max) return text
  const last = graphemes.segment(text).containing(max)
  return `${text.slice(0, last?.index ?? 0).trimEnd()}${CUT_MARK}`
}
