/** Portuguese prose has about this many UTF-16 code units a token with the tokenizers of OpenAI and Google. */
export const CHARACTERS_PER_TOKEN = 3.5

/** A rough count, good enough to stay within a budget that is itself far below a model's limit. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/**
 * The beginning of a text on one line, at most `max` UTF-16 code units and an ellipsis; never half a character.
 * A text that fits stays whole.
 */
export function shorten(text: string, max: number): string {
  // Runs of blanks shrink, so that a little more than `max` is looked at, but never all of a long text.
  const head = text.slice(0, max * 2 + 64)
  const line = head.replace(/\s+/g, ' ').trim()
  if (head.length === text.length && line.length <= max) return line
  const last = graphemes.segment(line).containing(Math.min(max, line.length - 1))
  return `${line.slice(0, last?.index ?? 0).trimEnd()}…`
}

/** As much of the beginning of a text as fits into `max` UTF-16 code units, as it is written; never half a character. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 1))) {
    if (index + segment.length <= max) end = index + segment.length
  }
  return text.slice(0, end)
}

/** What stands for the rest of a text that was shortened. */
export const CUT_MARK = ' […]'

/** The beginning of a text as it is written, at most `max` UTF-16 code units and the mark of a cut; never half a character. A text that fits stays whole. */
export function truncateMarked(text: string, max: number): string {
  if (text.length <= max) return text
  const last = graphemes.segment(text).containing(max)
  return `${text.slice(0, last?.index ?? 0).trimEnd()}${CUT_MARK}`
}
