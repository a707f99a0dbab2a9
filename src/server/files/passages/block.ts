/** A piece of a source in its order: a heading, or a text that may be cut at sentences. */
export type Block = {
  text: string
  /** Level of a heading, from 1. */
  heading?: number
  /** A line of a table, cut only beyond {@link MAX_ROW}. */
  isRow?: true
  page?: number
  startSecond?: number
}

/** Whether a text has a letter or a digit. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Characters of the longest row that is not cut: no model reads a longer one whole. */
export const MAX_ROW = 6_000
