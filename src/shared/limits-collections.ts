/** Limits of the Acervo, on both sides. Sizes are bytes. */
export const COLLECTION_LIMITS = {
  collectionsPerPerson: 50,
  nameLength: 120,
  descriptionLength: 300,
  sourcesPerPerson: 1_000,
  /** Files sent or addresses named in a day: each is read in a process of its own. */
  sourcesPerDay: 400,
  sourceBytes: 25 * 1024 * 1024,
  pages: 1_500,
  passagesPerPerson: 20_000,
  /** Characters of a source's text, far above what its passages may hold together. */
  sourceText: 12_000_000,
  addressLength: 2_000,
  questionLength: 300,
  /** Files of one drop. */
  filesAtOnce: 200,
} as const
