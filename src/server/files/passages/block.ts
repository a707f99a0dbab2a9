/** A piece of a source in its order: a heading, or a text that may be cut at sentences. */
export type Block = {
  text: string
  /** Level of a heading, from 1. */
  heading?: number
  /** A line of a table, which is never cut. */
  isRow?: true
  page?: number
  startSecond?: number
}
